import type { JSX } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { api, isNotFound } from '../api/client.ts';
import { Gate } from '../shell/gate.tsx';
import { texts } from '../texts.ts';
import { Form } from '../ui/form.tsx';

const ROUTE = '/projects/$projectId/interviews/$interviewId/stop-reminders';

/** Stops reminders without a session: the token in the link of the e-mail suffices. */
export function StopRemindersPage(): JSX.Element {
  const { projectId, interviewId } = useParams({ from: ROUTE });
  const { token } = useSearch({ from: ROUTE });
  const stop = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/interviews/{interview_id}/stop-reminders-by-mail/', {
        path: { project_id: projectId, interview_id: interviewId },
        query: { token },
      }),
  });
  const { stop: words } = texts.interviews;
  const isVoid = token === '' || isNotFound(stop.error);
  return (
    <Gate title={words.title}>
      {stop.isSuccess && (
        <p className="notice" role="status">
          {words.done}
        </p>
      )}
      {isVoid && (
        <p className="notice bad" role="alert">
          {words.void}
        </p>
      )}
      {!stop.isSuccess && !isVoid && (
        <Form
          onSubmit={() => stop.mutate()}
          submit={words.submit}
          isPending={stop.isPending}
          error={stop.error}
        >
          <p className="soft">{words.body}</p>
        </Form>
      )}
    </Gate>
  );
}
