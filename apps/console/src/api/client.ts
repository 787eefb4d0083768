import { ApiError, Client } from '@pks/client';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  notifyManager,
} from '@tanstack/react-query';
import { texts } from '../texts.ts';

/** Signed in by the session's cookie. */
export const api = new Client({ baseUrl: '/api/v1' });

/** What is under way is known before the next event: who presses twice sends once. */
notifyManager.setScheduler(queueMicrotask);

/**
 * What is under way when something changes is asked again, also where nothing is shown yet: an
 * answer to a question from before the change would be taken for what is.
 */
class Queries extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    await this.cancelQueries(filters);
    await super.invalidateQueries(filters, options);
  }
}

/** The client repeats what passes by itself; what is left, a person should see. */
export const queryClient = new Queries({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isForbidden(error) || isNotFound(error)) askWhoIAm();
    },
  }),
  // What was changed and is not found is read again: its page says that it is gone.
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isNotFound(error))
        void queryClient.invalidateQueries({
          type: 'active',
          predicate: ({ queryKey }) => !isUnderReview(queryKey),
        });
      else if (isForbidden(error)) askWhoIAm();
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Nearly every write is a change that is listed, and who has made one looks for it.
queryClient.setQueryDefaults(['changelog'], { staleTime: 0 });

/**
 * Whether reviews of what a query is about are under way: what is read meanwhile would show again what they take away, and the last
 * one has it read again.
 */
export function isUnderReview([key, projectId]: QueryKey): boolean {
  return queryClient.isMutating({ mutationKey: [key, projectId, 'review'] }) > 0;
}

/**
 * Asks again who is signed in, and what they may do: after a refusal, less than is shown. Where that is not known, it is being asked, and
 * a page waits for the answer.
 */
export function askWhoIAm(): void {
  const queryKey = ['me'];
  if (queryClient.getQueryData(queryKey) !== undefined) void queryClient.invalidateQueries({ queryKey });
}

/** Shows what a change led to. What was asked before the change is not waited for: its answer would show what was before. */
export async function showChanged<T>(
  queryKey: readonly string[],
  update: (shown: T | undefined) => T | undefined,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<T>(queryKey, update);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether there is no such thing, or no more. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether it is not for this user. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** What the service says of whatever is not there. */
const NOT_FOUND = 'Not found.';

/** The sentence for an error that a person sees. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message : String(error);
  if (isSignedOut(error)) return texts.signIn.ended;
  if (isNotFound(error) && sentence === NOT_FOUND) return texts.notFound.meanwhile;
  return sentence;
}

/** What is wrong with a field of what was sent. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.of(field) : undefined;
}
