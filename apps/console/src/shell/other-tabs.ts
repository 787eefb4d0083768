import { askWhoIAm, queryClient } from '../api/client.ts';
import { granted } from '../ui/storage.ts';
import { offerNoMore } from '../ui/toasts.tsx';

const channel = granted(() => new BroadcastChannel('pks.session'));

/** Forgets what was read and offered before somebody signed in or out, and has this browser's other tabs ask who is signed in: they have the same session. */
export function beginAnew(): void {
  offerNoMore();
  queryClient.clear();
  channel?.postMessage(null);
}

/** Asks who is signed in as soon as that changes in another tab: what is done here is done as that user. */
export function followOtherTabs(): void {
  channel?.addEventListener('message', askWhoIAm);
}
