import type { Page, Schemas } from '@pks/client';
import { type InfiniteData, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { tell } from '../../ui/toasts.tsx';

export type Signal = Schemas['Signal'];
export type Status = Signal['status'];

interface Change {
  readonly signals: readonly Signal[];
  readonly status: Status;
}

type Shown = InfiniteData<Page<Signal>>;

/** Changes the status of signals: at once on the screen, and back where it is refused. */
export function useReview(projectId: string): UseMutationResult<void, Error, Change> {
  const lists = { queryKey: ['signals', projectId, 'list'] };
  const mutationKey = ['signals', projectId, 'review'];
  const review = useMutation({
    mutationKey,
    mutationFn: async ({ signals, status }: Change) => {
      for (const { id } of signals) {
        await api.patch('/projects/{project_id}/signals/{signal_id}/', {
          path: { project_id: projectId, signal_id: id },
          body: { status },
        });
      }
    },
    onMutate: async ({ signals }) => {
      await queryClient.cancelQueries(lists);
      const before = queryClient.getQueriesData<Shown>(lists);
      const gone = new Set(signals.map(({ id }) => id));
      queryClient.setQueriesData<Shown>(lists, (shown) => shown && without(shown, gone));
      return { before };
    },
    onError: (error, _change, kept) => {
      for (const [key, shown] of kept?.before ?? []) queryClient.setQueryData(key, shown);
      tell(`${texts.failed} ${sentenceOf(error)}`, { isBad: true });
    },
    onSuccess: (_nothing, { signals, status }) => {
      const before = signals[0]?.status ?? 'to_review';
      tell(texts.signals.changed(texts.signals.statuses[status]), {
        undo: () => review.mutate({ signals: signals.map((one) => ({ ...one, status })), status: before }),
      });
    },
    // What is read while others are under way would show again what they take away.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: ['signals', projectId] })
        : undefined,
  });
  return review;
}

function without(shown: Shown, gone: ReadonlySet<string>): Shown {
  const pages = shown.pages.map((page) => ({
    ...page,
    count: page.count - page.results.filter(({ id }) => gone.has(id)).length,
    results: page.results.filter(({ id }) => !gone.has(id)),
  }));
  return { ...shown, pages };
}
