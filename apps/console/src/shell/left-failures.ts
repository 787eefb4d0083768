import { queryClient, sentenceOf } from '../api/client.ts';
import { texts } from '../texts.ts';
import { showToast } from '../ui/toasts.tsx';

/**
 * Shows a toast for a failure that nothing on the screen awaits any more: its dialog was closed because it took long, or its page was
 * left. Mutations with an `onError` show their failures themselves.
 */
export function showLeftFailures(): void {
  const changes = queryClient.getMutationCache();
  const waitedFor = new WeakSet();
  changes.subscribe((event) => {
    if (event.type === 'observerAdded') waitedFor.add(event.mutation);
    if (event.type === 'observerRemoved') waitedFor.delete(event.mutation);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const isShown = waitedFor.has(event.mutation) || event.mutation.options.onError !== undefined;
    // The mutation of a user who was signed in before is no longer in the cache.
    const isOfNow = changes.getAll().some((one) => one === event.mutation);
    if (!isShown && isOfNow) showToast(texts.leftFailed(sentenceOf(event.action.error)), { isBad: true });
  });
}
