import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { changedIn } from '../../ui/changed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Choice, Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { isHalfTyped } from '../../ui/half-typed.ts';
import { useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';
import { type Assign, type Assignment, assignmentOf, bodyOf, changedTo, draftBodyOf } from './assignment.ts';
import { keyIn } from '../../ui/field-key.ts';
import { useDraftId } from './draft-id.ts';
import { People } from './people.tsx';
import '../../styles/interviews.css';

interface Props {
  readonly projectId: string;
  readonly draft?: Schemas['InterviewDraft'];
  readonly onClose: () => void;
}

const KINDS = {
  interview: texts.interviews.types.interview,
  'guided-interview': texts.interviews.types['guided-interview'],
};

/** Prepares an interview and assigns it to one or more people, or saves it as a draft. */
export function AssignDialog({ projectId, draft, onClose }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const [begun] = useState(() => assignmentOf(draft));
  const [given, setGiven] = useState(begun);
  const [isGlobal, setGlobal] = useState(false);
  const path = { project_id: projectId };
  const done = async (sentence: string): Promise<void> => {
    close();
    showToast(sentence);
    await queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
  };
  const keys = useKeptKeys();
  const [draftId, orGone] = useDraftId(projectId, draft);
  const assign = useMutation({
    mutationFn: (sent: Assignment) => {
      const body: Assign = {
        ...bodyOf(sent),
        write_scope: isGlobal ? 'global' : 'local',
        ...(draftId !== undefined && { draft_id: draftId }),
      };
      return orGone(
        keys.under(body, (idempotencyKey) =>
          api.post('/projects/{project_id}/interviews/assign/', { path, body, idempotencyKey }),
        ),
      );
    },
    onSuccess: (assigned) => done(texts.interviews.assigned(assigned.length)),
  });
  const keep = useMutation({
    mutationFn: (sent: Assignment) => {
      const body = draftBodyOf(sent);
      return draftId !== undefined
        ? orGone(
            api.patch('/projects/{project_id}/interview-drafts/{draft_id}/', {
              path: { ...path, draft_id: draftId },
              body: changedIn(draftBodyOf(begun), body),
            }),
          )
        : keys.under(body, (idempotencyKey) =>
            api.post('/projects/{project_id}/interview-drafts/', { path, body, idempotencyKey }),
          );
    },
    onSuccess: () => done(texts.interviews.draftSaved),
  });
  const error = assign.error ?? keep.error;
  const parts = {
    given,
    sent: (assign.error ? assign : keep).variables,
    error,
    set: (change: Partial<Assignment>) => setGiven((before) => ({ ...before, ...change })),
  };
  return (
    <Dialog title={texts.interviews.assign} onClose={onClose}>
      <Form
        onSubmit={() => {
          keep.reset();
          assign.mutate(given);
        }}
        submit={texts.interviews.assign}
        isPending={assign.isPending || keep.isPending}
        error={error}
        onCancel={onClose}
      >
        <Content {...parts} />
        <People projectId={projectId} {...parts} />
        <Sending {...parts} />
        <Check name="write_scope" isSelected={isGlobal} onChange={setGlobal}>
          {texts.interviews.global}
        </Check>
        <div>
          <Button
            isPending={keep.isPending}
            isDisabled={assign.isPending}
            onPress={({ target }) => {
              if (isHalfTyped(target.closest('form'))) return;
              assign.reset();
              keep.mutate(given);
            }}
          >
            {texts.interviews.saveDraft}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

export interface PartProps {
  readonly given: Assignment;
  /** The assignment that was refused. */
  readonly sent: Assignment | undefined;
  readonly set: (change: Partial<Assignment>) => void;
  readonly error: unknown;
}

/** The topic, the type and the questions. */
function Content({ given, set, error }: PartProps): JSX.Element {
  const words = texts.interviews;
  const isGuided = given.kind === 'guided-interview';
  return (
    <>
      <Text
        label={words.topic}
        name="topic"
        required
        autoFocus
        rows={2}
        value={given.topic}
        onChange={(topic) => set({ topic })}
        error={error}
      />
      <Text
        label={words.name}
        name="name"
        hint={words.nameHint}
        maxLength={255}
        value={given.name}
        onChange={(name) => set({ name })}
        error={error}
      />
      <Choice
        label={words.type}
        name="interview_type"
        value={given.kind}
        options={KINDS}
        onChange={(kind) => set(changedTo(kind, given))}
      />
      <Text
        label={isGuided ? words.topicLines : words.questionLines}
        name={keyIn(error, isGuided ? 'topics' : 'questions')}
        rows={4}
        value={given.lines}
        onChange={(lines) => set({ lines })}
        error={error}
      />
      <Text
        label={words.language}
        name="language"
        hint={words.languageHint}
        maxLength={35}
        value={given.language}
        onChange={(language) => set({ language })}
        error={error}
      />
    </>
  );
}

/** The campaign, the message and the reminders. */
function Sending({ given, set, error }: PartProps): JSX.Element {
  const words = texts.interviews;
  const numbers = [
    ['remindAfter', 'reminder_start_after_days', words.remindAfter],
    ['remindEvery', 'reminder_interval_days', words.remindEvery],
    ['remindMost', 'reminder_max_count', words.remindMost],
  ] as const;
  return (
    <>
      <Text
        label={words.campaign}
        name={keyIn(error, 'campaign_name')}
        value={given.campaign}
        onChange={(campaign) => set({ campaign })}
        error={error}
      />
      <Text
        label={words.message}
        name="custom_message"
        rows={2}
        value={given.message}
        onChange={(message) => set({ message })}
        error={error}
      />
      <Text
        label={words.sendAt}
        name="scheduled_send_at"
        hint={words.sendAtHint}
        type="datetime-local"
        value={given.sendAt}
        onChange={(sendAt) => set({ sendAt })}
        error={error}
      />
      <Check name="reminders_enabled" isSelected={given.reminds} onChange={(reminds) => set({ reminds })}>
        {words.reminders}
      </Check>
      {given.reminds && (
        <div className="reminder-numbers">
          {numbers.map(([key, name, label]) => (
            <Text
              key={key}
              label={label}
              name={name}
              type="number"
              value={given[key]}
              onChange={(number) => set({ [key]: number })}
              error={error}
            />
          ))}
        </div>
      )}
    </>
  );
}
