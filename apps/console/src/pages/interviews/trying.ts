import type { Schemas } from '@pks/client';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, sentenceOf, showChanged } from '../../api/client.ts';
import { showToast } from '../../ui/toasts.tsx';
import { notShown, useWriting } from '../../ui/writing.ts';
import { continued } from './entries.ts';

type Step = Schemas['TestRunStep'];

/** Identifies a test run of a draft. */
export interface Of {
  readonly projectId: string;
  readonly draftId: string;
  readonly testRunId: string;
}

const pathOf = ({
  projectId,
  draftId,
  testRunId,
}: Of): { project_id: string; draft_id: string; test_run_id: string } => ({
  project_id: projectId,
  draft_id: draftId,
  test_run_id: testRunId,
});

const keyOf = ({ projectId, testRunId }: Of): readonly string[] => ['test-run', projectId, testRunId];

/** A test run with its transcript. */
export interface Taken {
  readonly run: Schemas['TestRunDetail'];
  readonly entries: readonly Schemas['ChatEntry'][];
}

export function useTestRun(of: Of): UseQueryResult<Taken> {
  const path = pathOf(of);
  return useQuery({
    queryKey: keyOf(of),
    queryFn: async ({ signal }): Promise<Taken> => {
      const run = await api.get(
        '/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/',
        {
          path,
          signal,
        },
      );
      const entries: Schemas['ChatEntry'][] = [];
      const messages = '/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/messages/';
      for await (const entry of api.items(messages, { path, query: { limit: 200 }, signal }))
        entries.push(entry);
      return { run, entries };
    },
  });
}

/** An answer, or the topic to continue with. */
type Given = { readonly content: string } | { readonly topic_id: string };

function take(of: Of, given: Given, idempotencyKey: string): Promise<Step> {
  const path = pathOf(of);
  return 'content' in given
    ? api.post('/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/messages/', {
        path,
        body: given,
        idempotencyKey,
      })
    : api.post('/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/jump/', {
        path,
        body: given,
        idempotencyKey,
      });
}

/** The state and the actions of a test run. */
export interface Trying {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly isPending: boolean;
  /** The answer that is being sent and is not in the transcript yet. */
  readonly sending: string | null;
  /** Answers, or continues with another topic. */
  readonly step: UseMutationResult<Step, Error, Given>;
  readonly end: UseMutationResult<unknown, Error, 'complete' | 'abandon'>;
}

export function useTrying(of: Of, userId: string, entries: number): Trying {
  const { text, sent, writing } = useWriting(`pks.trial.${userId}.${of.testRunId}`);
  const step = useMutation({
    mutationFn: (given: Given) =>
      writing.keys.under(given, (idempotencyKey) => take(of, given, idempotencyKey)),
    onSuccess: async (taken, given) => {
      await show(of, taken);
      if ('content' in given) writing.arrive();
    },
    onError: (_error, given) => {
      if ('content' in given) writing.comeBack();
      void queryClient.invalidateQueries({ queryKey: keyOf(of) });
    },
  });
  const send = (): void => {
    step.mutate({ content: text });
    writing.leave(entries);
  };
  const end = useMutation({
    mutationFn: (how: 'complete' | 'abandon') =>
      api.post(`/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/${how}/`, {
        path: pathOf(of),
      }),
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(of) }),
  });
  return {
    text,
    setText: writing.write,
    send,
    isPending: step.isPending || sent !== null,
    sending: notShown(sent, entries),
    step,
    end,
  };
}

/** Adds new entries to the transcript shown. */
function show(of: Of, { entries, status, topics }: Step): Promise<void> {
  return showChanged<Taken>(
    keyOf(of),
    (shown) => shown && { run: { ...shown.run, status, topics }, entries: continued(shown.entries, entries) },
  );
}

/** The topics with their progress: before the first answer, the topic that the run started from is in progress. */
export function topicsOf({
  status,
  topics,
  started_from_topic_index: first,
}: Taken['run']): Taken['run']['topics'] {
  if (status !== 'pending') return topics;
  return topics.map((topic, index) => (index === first ? { ...topic, status: 'in_progress' } : topic));
}
