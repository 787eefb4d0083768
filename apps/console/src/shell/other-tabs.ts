import { askWhoIAm, queryClient } from '../api/client.ts';
import { granted } from '../ui/storage.ts';
import { offerNoMore } from '../ui/toasts.tsx';

const channel = granted(() => new BroadcastChannel('pks.session'));

/**
 * Discards the cache and the offered undos after somebody signed in or out, and makes this browser's other tabs, which share the session, read who is signed
 * in.
 */
export function beginAnew(): void {
  offerNoMore();
  queryClient.clear();
  channel?.postMessage(null);
}

/** Reads who is signed in as soon as that changes in another tab, because actions in this tab are now that user's. */
export function followOtherTabs(): void {
  channel?.addEventListener('message', askWhoIAm);
}
