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

/** Authenticates by the session's cookie. */
export const api = new Client({ baseUrl: '/api/v1' });

/** Makes a mutation's pending state known before the next event, so that a user who presses twice sends once. */
notifyManager.setScheduler(queueMicrotask);

/**
 * A query that is under way when something changes is sent again, even if nothing is shown yet: the answer to a question from before the
 * change would be taken for the current state.
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

/** The client retries errors that pass by themselves; the user should see all others. */
export const queryClient = new Queries({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isForbidden(error) || isNotFound(error)) askWhoIAm();
    },
  }),
  // After a change of something that is not found, it is read again: its page then shows that it is gone.
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

// Nearly every write is listed in the changelog, and its author looks for it there.
queryClient.setQueryDefaults(['changelog'], { staleTime: 0 });

/**
 * Whether reviews of a query's subject are under way: what is read meanwhile would show again the signals that they remove, and the last
 * review reads it again.
 */
export function isUnderReview([key, projectId]: QueryKey): boolean {
  return queryClient.isMutating({ mutationKey: [key, projectId, 'review'] }) > 0;
}

/**
 * Reads again who is signed in, and what they may do: after a refusal, that is less than is shown. If it is not known yet, it is being
 * read already, and a page waits for the answer.
 */
export function askWhoIAm(): void {
  const queryKey = ['me'];
  if (queryClient.getQueryData(queryKey) !== undefined) void queryClient.invalidateQueries({ queryKey });
}

/** Shows the result of a change, and cancels earlier reads: their answers would show the state before the change. */
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

/** Whether the requested thing does not exist, or no longer exists. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the user lacks the permission. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** The service's sentence for anything that does not exist. */
const NOT_FOUND = 'Not found.';

/** The service's sentence for a title whose slug another artifact has, because slugs leave out what else differs. */
const SLUG_TAKEN = /^An artifact with the slug "[^"]*" already exists\.$/;

/** A sentence of the service in the words of the console. */
function inOwnWords(sentence: string): string {
  return SLUG_TAKEN.test(sentence) ? texts.artifacts.titleTaken : sentence;
}

/** The sentence for an error that a person sees. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message : String(error);
  if (isSignedOut(error)) return texts.signIn.ended;
  if (isNotFound(error) && sentence === NOT_FOUND) return texts.notFound.meanwhile;
  return inOwnWords(sentence);
}

/** The error of a field of the request. */
export function fieldError(error: unknown, field: string): string | undefined {
  const sentence = error instanceof ApiError ? error.of(field) : undefined;
  return sentence === undefined ? undefined : inOwnWords(sentence);
}
