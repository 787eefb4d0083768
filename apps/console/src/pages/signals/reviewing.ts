import type { Page, Schemas } from '@pks/client';
import {
  type InfiniteData,
  type QueryKey,
  type UseMutationResult,
  useIsFetching,
  skipToken,
  useIsMutating,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { api, isNotFound, queryClient, sentenceOf } from '../../api/client.ts';
import { idOf } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { CUT_OFF_BY_LEAVING } from '../../shell/leaving.ts';
import { tell } from '../../ui/toasts.tsx';

export type Signal = Schemas['Signal'];
export type Status = Signal['status'];

interface Change {
  readonly signals: readonly Signal[];
  readonly status: Status;
}

/** What a change came to. */
interface Outcome {
  readonly done: readonly Signal[];
  /** Those that are as they were. */
  readonly left: readonly Signal[];
  /** Why not all of them are changed; null where they are. */
  readonly error: unknown;
}

/** How far the changes are that are under way. */
interface Progress {
  readonly done: number;
  readonly all: number;
}

const IDLE: Progress = { done: 0, all: 0 };

type Shown = InfiniteData<Page<Signal>>;

/** Changes the status of signals: at once on the screen, and back where it is refused. */
export function useReview(projectId: string): UseMutationResult<Outcome, Error, Change> {
  const lists = { queryKey: ['signals', projectId, 'list'] };
  const mutationKey = ['signals', projectId, 'review'];
  const review = useMutation({
    mutationKey,
    meta: CUT_OFF_BY_LEAVING,
    mutationFn: (change: Change) => outcomeOf(projectId, change),
    onMutate: async ({ signals }) => {
      advance(projectId, { done: 0, all: signals.length });
      await queryClient.cancelQueries(lists);
      const before = queryClient.getQueriesData<Shown>(lists);
      queryClient.setQueriesData<Shown>(
        lists,
        (shown) => shown && without(shown, new Set(signals.map(idOf))),
      );
      return { before };
    },
    onError: (error, { signals }, kept) => {
      for (const [key, shown] of kept?.before ?? []) showAgain(key, shown, signals);
      tell(`${texts.failed} ${sentenceOf(error)}`, { isBad: true });
    },
    onSuccess: ({ done, left, error }, { signals, status }, { before }) => {
      const from = signals[0]?.status ?? 'to_review';
      const undo = (): void =>
        review.mutate({ signals: done.map((one) => ({ ...one, status })), status: from });
      const name = texts.signals.statuses[status];
      if (error === null) return tell(texts.signals.changed(name), { undo });
      for (const [key, shown] of before) showAgain(key, shown, left);
      const some = texts.signals.changedSome(done.length, signals.length, name);
      tell(`${some} ${sentenceOf(error)}`, { isBad: true, undo });
    },
    // What is read while others are under way would show again what they take away. It is not waited for: what happens meanwhile has
    // it read again, too.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      queryClient.setQueryData(progressKey(projectId), IDLE);
      void queryClient.invalidateQueries({ queryKey: ['signals', projectId] });
    },
  });
  return review;
}

/** How many of the signals that are being changed are so already. */
export function useReviewProgress(projectId: string): Progress {
  const { data = IDLE } = useQuery<Progress>({ queryKey: progressKey(projectId), queryFn: skipToken });
  return data;
}

function progressKey(projectId: string): QueryKey {
  return ['reviewing', projectId];
}

function advance(projectId: string, by: Progress): void {
  queryClient.setQueryData<Progress>(progressKey(projectId), ({ done, all } = IDLE) => ({
    done: done + by.done,
    all: all + by.all,
  }));
}

/** Whether a change is under way, or is not shown yet: what it led to is read once no other one is under way. */
export function useIsPending(projectId: string, { isIdle }: Pick<UseMutationResult, 'isIdle'>): boolean {
  const reviews = useIsMutating({ mutationKey: ['signals', projectId, 'review'] });
  const reads = useIsFetching({ queryKey: ['signals', projectId] });
  return !isIdle && reviews + reads > 0;
}

/** Changes one after the other, past those that are deleted, until one is refused. @throws why none of them is changed */
async function outcomeOf(projectId: string, { signals, status }: Change): Promise<Outcome> {
  const done: Signal[] = [];
  let missing: Error | null = null;
  for (const [index, signal] of signals.entries()) {
    try {
      await api.patch('/projects/{project_id}/signals/{signal_id}/', {
        path: { project_id: projectId, signal_id: signal.id },
        body: { status },
      });
      done.push(signal);
    } catch (error) {
      if (isNotFound(error)) missing = error;
      else if (done.length === 0) throw error;
      else return { done, left: signals.slice(index), error };
    }
    advance(projectId, { done: 1, all: 0 });
  }
  if (missing && done.length === 0) throw missing;
  return { done, left: [], error: missing };
}

/** Shows signals where they were. Others that were taken away meanwhile stay so. */
function showAgain(key: QueryKey, before: Shown | undefined, signals: readonly Signal[]): void {
  queryClient.setQueryData<Shown>(key, (now) => {
    if (!before || !now) return before;
    const gone = idsIn(before)
      .difference(idsIn(now))
      .difference(new Set(signals.map(idOf)));
    return without(before, gone);
  });
}

function idsIn({ pages }: Shown): ReadonlySet<string> {
  return new Set(pages.flatMap(({ results }) => results.map(idOf)));
}

function without(shown: Shown, gone: ReadonlySet<string>): Shown {
  const pages = shown.pages.map((page) => ({
    ...page,
    count: page.count - page.results.filter(({ id }) => gone.has(id)).length,
    results: page.results.filter(({ id }) => !gone.has(id)),
  }));
  return { ...shown, pages };
}
