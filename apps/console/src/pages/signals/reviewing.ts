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
import { showToast } from '../../ui/toasts.tsx';

export type Signal = Schemas['Signal'];
export type Status = Signal['status'];

interface Change {
  readonly signals: readonly Signal[];
  readonly status: Status;
}

/** The result of a change. */
interface Outcome {
  readonly done: readonly Signal[];
  /** The signals that were not changed. */
  readonly left: readonly Signal[];
  /** Why some signals were not changed; null if all were. */
  readonly error: unknown;
}

/** The progress of the changes that are under way. */
interface Progress {
  readonly done: number;
  readonly all: number;
}

const IDLE: Progress = { done: 0, all: 0 };

type Shown = InfiniteData<Page<Signal>>;

/** Changes the status of signals: at once on the screen, and back if the service refuses. */
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
      showToast(`${texts.failed} ${sentenceOf(error)}`, { isBad: true });
    },
    onSuccess: ({ done, left, error }, { signals, status }, { before }) => {
      const from = signals[0]?.status ?? 'to_review';
      const undo = (): void =>
        review.mutate({ signals: done.map((one) => ({ ...one, status })), status: from });
      const name = texts.signals.statuses[status];
      if (error === null) return showToast(texts.signals.changed(name), { undo });
      for (const [key, shown] of before) showAgain(key, shown, left);
      const some = texts.signals.changedSome(done.length, signals.length, name);
      showToast(`${some} ${sentenceOf(error)}`, { isBad: true, undo });
    },
    // A read during other changes would show again the signals that they remove. It is not awaited: a change that begins meanwhile
    // reads the signals again, too.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      queryClient.setQueryData(progressKey(projectId), IDLE);
      void queryClient.invalidateQueries({ queryKey: ['signals', projectId] });
    },
  });
  return review;
}

/** How many of the signals in pending changes are changed already. */
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

/** Whether a change is under way or not shown yet: its result is read once no other change is under way. */
export function useIsPending(projectId: string, { isIdle }: Pick<UseMutationResult, 'isIdle'>): boolean {
  const reviews = useIsMutating({ mutationKey: ['signals', projectId, 'review'] });
  const reads = useIsFetching({ queryKey: ['signals', projectId] });
  return !isIdle && reviews + reads > 0;
}

/** Changes signals one after the other, skipping deleted ones, until the service refuses. @throws the reason if none was changed */
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

/** Puts signals back in their places. Others that were removed meanwhile stay removed. */
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
