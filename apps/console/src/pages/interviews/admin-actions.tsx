import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { useLead } from '../../ui/lead.ts';
import { tell } from '../../ui/toasts.tsx';
import { type Of, pathOf } from './queries.ts';
import { Write } from './write.tsx';

interface Props {
  readonly of: Of;
  readonly interview: Schemas['Interview'];
}

/** What admins do with an interview: remind, write down what was learned, delete. Only what is possible is offered. */
export function AdminActions({ of, interview }: Props): JSX.Element {
  const [open, setOpen] = useState<'write' | 'stop' | 'remove' | null>(null);
  const lead = useLead();
  const path = pathOf(of);
  const { name, status, type_additional_parameters: parameters } = interview;
  const isOpen = status === 'pending' || status === 'in_progress';
  const isReminded = isOpen && parameters['reminders_enabled'] === true;
  const close = (): void => setOpen(null);
  const remind = useMutation({
    mutationFn: () => api.post('/projects/{project_id}/interviews/{interview_id}/send-reminder/', { path }),
    onSuccess: () => tell(texts.interviews.reminded),
    onError: (error) => tell(sentenceOf(error), { isBad: true }),
  });
  const stop = async (): Promise<void> => {
    await api.post('/projects/{project_id}/interviews/{interview_id}/stop-reminders/', { path });
    tell(texts.interviews.remindersStopped);
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/interviews/{interview_id}/', { path });
    await lead({ to: '/projects/$projectId/interviews', params: { projectId: of.projectId } });
    tell(texts.interviews.removed);
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  return (
    <>
      {isOpen && (interview.assigned_to !== null || interview.is_pending_invite) && (
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
          body={texts.interviews.removeQuestion(name)}
          submit={texts.remove}
          act={remove}
          onClose={close}
        />
      )}
    </>
  );
}
