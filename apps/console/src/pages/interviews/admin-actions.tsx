import { type JSX, useRef, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { useLead } from '../../ui/lead.ts';
import { useMinutes } from '../../ui/minutes.ts';
import { showToast } from '../../ui/toasts.tsx';
import { type Of, pathOf } from './queries.ts';
import { scheduledFor } from './scheduled.ts';
import { Write } from './write.tsx';

interface Props {
  readonly of: Of;
  readonly interview: Schemas['Interview'];
}

/** The service refuses another reminder within this time, so a later request is for a new one. Milliseconds. */
const REMINDERS_APART_MS = 60_000;

/** Whether the interview has, or was to have, been sent to somebody. */
function isSentToSomebody(interview: Props['interview']): boolean {
  const isForSomebody = interview.assigned_to !== null || interview.is_pending_invite;
  return isForSomebody && scheduledFor(interview) === null;
}

/** The actions of admins on an interview: remind, write to an artifact, delete. Only the possible ones are offered. */
export function AdminActions({ of, interview }: Props): JSX.Element {
  useMinutes();
  const [open, setOpen] = useState<'write' | 'stop' | 'remove' | null>(null);
  const lead = useLead();
  const path = pathOf(of);
  const { status, type_additional_parameters: parameters } = interview;
  const isOpen = status === 'pending' || status === 'in_progress';
  const isReminded = isOpen && parameters['reminders_enabled'] === true;
  const close = (): void => setOpen(null);
  const keys = useKeptKeys();
  const remindedAt = useRef(0);
  const remind = useMutation({
    mutationFn: () => {
      if (Date.now() - remindedAt.current > REMINDERS_APART_MS) keys.forget();
      return keys.under('remind', (idempotencyKey) =>
        api.post('/projects/{project_id}/interviews/{interview_id}/send-reminder/', { path, idempotencyKey }),
      );
    },
    onSettled: () => {
      remindedAt.current = Date.now();
    },
    onSuccess: () => showToast(texts.interviews.reminded),
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  const stop = async (): Promise<void> => {
    await api.post('/projects/{project_id}/interviews/{interview_id}/stop-reminders/', { path });
    showToast(texts.interviews.remindersStopped);
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/interviews/{interview_id}/', { path });
    await lead({ to: '/projects/$projectId/interviews', params: { projectId: of.projectId } });
    showToast(texts.interviews.removed);
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  return (
    <>
      {isOpen && isSentToSomebody(interview) && (
        <Button size="small" isPending={remind.isPending} onPress={() => remind.mutate()}>
          {texts.interviews.remind}
        </Button>
      )}
      {isReminded && interview.reminders_stopped_at === null && (
        <Button size="small" onPress={() => setOpen('stop')}>
          {texts.interviews.stopReminders}
        </Button>
      )}
      {isReminded && interview.reminders_stopped_at !== null && (
        <span className="soft small">{texts.interviews.remindersAreStopped}</span>
      )}
      {status === 'completed' && interview.write_scope === 'global' && (
        <Button size="small" onPress={() => setOpen('write')}>
          {texts.interviews.write}
        </Button>
      )}
      <Button size="small" look="quiet" onPress={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      {open === 'write' && <Write of={of} onClose={close} />}
      {open === 'stop' && (
        <Question
          title={texts.interviews.stopReminders}
          body={texts.interviews.stopRemindersQuestion}
          submit={texts.interviews.stopReminders}
          act={stop}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Question
          title={texts.remove}
          body={removeQuestionOf(interview)}
          submit={texts.remove}
          act={remove}
          onClose={close}
        />
      )}
    </>
  );
}

/** The question before deleting. The invitation that an interview caused belongs to the project: it stays. */
function removeQuestionOf(interview: Schemas['Interview']): string {
  const { name, is_pending_invite: isInvited, assigned_to_email: email } = interview;
  return isInvited
    ? texts.interviews.removeInvitedQuestion(name, email)
    : texts.interviews.removeQuestion(name);
}
