import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Choice, Text } from '../../ui/fields.tsx';
import { Form, Refusal } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { type Assignment, assignmentOf, bodyOf } from './assignment.ts';

interface Props {
  readonly projectId: string;
  readonly draft?: Schemas['InterviewDraft'];
  readonly onClose: () => void;
}

const KINDS = {
  interview: texts.interviews.types.interview,
  'guided-interview': texts.interviews.types['guided-interview'],
};

/** Prepares an interview and assigns it to one or several, or keeps it as a draft. */
export function AssignDialog({ projectId, draft, onClose }: Props): JSX.Element {
  const [given, setGiven] = useState(() => assignmentOf(draft));
  const path = { project_id: projectId };
  const done = async (sentence: string): Promise<void> => {
    onClose();
    tell(sentence);
    await queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
  };
  const assign = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/interviews/assign/', {
        path,
        body: { ...bodyOf(given), ...(draft && { draft_id: draft.id }) },
      }),
    onSuccess: (assigned) => done(texts.interviews.assigned(assigned.length)),
  });
  const keep = useMutation({
    mutationFn: () => {
      const body = bodyOf(given);
      return draft
        ? api.patch('/projects/{project_id}/interview-drafts/{draft_id}/', {
            path: { ...path, draft_id: draft.id },
            body,
          })
        : api.post('/projects/{project_id}/interview-drafts/', { path, body });
    },
    onSuccess: () => done(texts.interviews.draftSaved),
  });
  return (
    <Dialog title={texts.interviews.assign} onClose={onClose}>
      <Form
        onSubmit={() => assign.mutate()}
        submit={texts.interviews.assign}
        isPending={assign.isPending}
        error={assign.error}
        onCancel={onClose}
      >
        <Content given={given} onChange={setGiven} error={assign.error ?? keep.error} />
        <People projectId={projectId} given={given} onChange={setGiven} error={assign.error} />
        <Refusal error={keep.error} />
        <div>
          <Button isPending={keep.isPending} onPress={() => keep.mutate()}>
            {texts.interviews.saveDraft}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface PartProps {
  readonly given: Assignment;
  readonly onChange: (given: Assignment) => void;
  readonly error: unknown;
}

/** What is asked. */
function Content({ given, onChange, error }: PartProps): JSX.Element {
  const set = (change: Partial<Assignment>): void => onChange({ ...given, ...change });
  const words = texts.interviews;
  return (
    <>
      <Text
        label={words.topic}
        name="topic"
        required
        autoFocus
        value={given.topic}
        onChange={(topic) => set({ topic })}
        error={error}
      />
      <Choice label={words.type} value={given.kind} options={KINDS} onChange={(kind) => set({ kind })} />
      <Text
        label={words.questions}
        name={given.kind === 'interview' ? 'questions' : 'topics'}
        rows={4}
        value={given.lines}
        onChange={(lines) => set({ lines })}
        error={error}
      />
      <Text
        label={words.name}
        name="name"
        value={given.name}
        onChange={(name) => set({ name })}
        error={error}
      />
      <Text
        label={words.language}
        name="language"
        value={given.language}
        onChange={(language) => set({ language })}
        error={error}
      />
    </>
  );
}

/** Who is asked, and how. */
function People({
  projectId,
  given,
  onChange,
  error,
}: PartProps & { readonly projectId: string }): JSX.Element {
  const set = (change: Partial<Assignment>): void => onChange({ ...given, ...change });
  const words = texts.interviews;
  const assignable = useQuery({
    queryKey: ['interviews', projectId, 'assignable'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/assignable-users/', {
        path: { project_id: projectId },
        signal,
      }),
  });
  return (
    <>
      <fieldset className="plain-fieldset people">
        <legend className="label">{words.people}</legend>
        {assignable.data?.users.map(({ id, email }) => (
          <Check
            key={id}
            isSelected={given.people.includes(id)}
            onChange={(isIn) =>
              set({ people: isIn ? [...given.people, id] : given.people.filter((one) => one !== id) })
            }
          >
            {email}
          </Check>
        ))}
      </fieldset>
      <Text
        label={words.emails}
        name="invite_emails"
        value={given.emails}
        onChange={(emails) => set({ emails })}
        error={error}
      />
      <Text
        label={words.campaign}
        name="campaign_name"
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
      <Check isSelected={given.reminds} onChange={(reminds) => set({ reminds })}>
        {words.reminders}
      </Check>
    </>
  );
}
