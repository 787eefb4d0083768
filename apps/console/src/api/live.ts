import { useEffect, useSyncExternalStore } from 'react';
import type { Schemas } from '@pks/client';
import { api, askWhoIAm, isUnderReview, queryClient } from './client.ts';
import { follow, untilEnded } from './following.ts';
import { whileVisible } from './visible.ts';

/** What a notification of each type says has changed: the first parts of query keys. */
const CONCERNED: Readonly<Record<Schemas['Notification']['notification_type'], readonly string[]>> = {
  artifact_published: ['artifacts', 'artifact', 'changelog'],
  document_processed: ['documents', 'document'],
  document_failed: ['documents', 'document'],
  signal_submitted: ['signals'],
  signal_closed: ['signals'],
  interview_assigned: ['interviews'],
  interview_completed: ['interviews'],
  interview_import_completed: ['interviews'],
  interview_import_failed: ['interviews'],
  member_joined: ['members'],
};

const CONCERNED_BY = new Map<string, readonly string[]>(Object.entries(CONCERNED));

/** The first parts of the keys of all queries that the stream keeps current. */
const CURRENT = ['inbox', ...new Set(Object.values(CONCERNED).flat())];

let isLive = false;
const listeners = new Set<() => void>();

/** Whether changes arrive as they happen. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => isLive);
}

/**
 * Keeps what is shown of a project current, by the stream of its notifications. Only while the page is visible: browsers have six
 * connections to a host for all tabs, and each stream takes one.
 */
export function useLiveProject(projectId: string): void {
  useEffect(() => {
    let isBehind = document.visibilityState === 'hidden' || isKept(projectId);
    return whileVisible((signal) => {
      signal.addEventListener('abort', () => setLive(false));
      const read = (): Promise<void> => {
        const wasBehind = isBehind;
        isBehind = true;
        return followChanges(projectId, wasBehind, signal);
      };
      void follow({ read, signal, onBreak: () => setLive(false) });
    });
  }, [projectId]);
}

/** Shows changes from now on; and earlier ones too, if what is shown may be behind. */
async function followChanges(projectId: string, isBehind: boolean, signal: AbortSignal): Promise<void> {
  const path = { project_id: projectId };
  const events = api.events('/projects/{project_id}/notifications/stream/', { path, signal });
  for await (const event of untilEnded(events)) {
    setLive(true);
    if (event.event === 'reset' || (event.event === 'open' && isBehind)) {
      // Meanwhile, another user may have signed in, or the user may have been given other rights.
      askWhoIAm();
      refresh(projectId, CURRENT);
    } else if (event.event !== 'open')
      refresh(projectId, ['inbox', ...(CONCERNED_BY.get(typeIn(event.data)) ?? [])]);
  }
}

/** Whether data that the stream keeps current was read before the stream opened: while it is fresh, a page does not read it again. */
function isKept(projectId: string): boolean {
  return CURRENT.some((key) =>
    queryClient.getQueriesData({ queryKey: [key, projectId] }).some(([, data]) => data !== undefined),
  );
}

function refresh(projectId: string, keys: readonly string[]): void {
  for (const key of keys)
    if (!isUnderReview([key, projectId])) void queryClient.invalidateQueries({ queryKey: [key, projectId] });
}

function typeIn(data: unknown): string {
  const isNotification = typeof data === 'object' && data !== null && 'notification_type' in data;
  return isNotification ? String(data.notification_type) : '';
}

function setLive(next: boolean): void {
  if (isLive === next) return;
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
