import { ApiError } from '@pks/client';
import { useEffect, useSyncExternalStore } from 'react';
import { api, askWhoIAm, isSignedOut, queryClient } from './client.ts';

/** What a notification of a type says has changed, as the first part of query keys. */
const CONCERNED: Readonly<Record<string, readonly string[]>> = {
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
/** Before it is followed again after the service stayed away. Milliseconds. */
const AGAIN_MS = 5_000;

let isLive = false;
const listeners = new Set<() => void>();

/** Whether changes arrive as they happen. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => isLive);
}

/** Keeps what is shown of a project current, by the stream of its notifications. */
export function useLiveProject(projectId: string): void {
  useEffect(() => {
    const controller = new AbortController();
    void follow(projectId, controller.signal);
    return () => controller.abort();
  }, [projectId]);
}

async function follow(projectId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await read(projectId, signal);
    } catch (error) {
      if (signal.aborted) return;
      setLive(false);
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
      // The session ended, or the user was removed from the project: what is shown says so at once.
      if (isRefused) askWhoIAm();
      if (isSignedOut(error)) await untilAnswered(signal);
      else if (isRefused) return;
    } finally {
      setLive(false);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Waits until something is answered again: in another tab, the user may have signed in. */
async function untilAnswered(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) resolve();
  });
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  leave();
}

async function read(projectId: string, signal: AbortSignal): Promise<void> {
  const path = { project_id: projectId };
  for await (const event of api.events('/projects/{project_id}/notifications/stream/', { path, signal })) {
    setLive(true);
    if (event.event === 'open') continue;
    const concerned = CONCERNED[typeIn(event.data)] ?? [];
    for (const key of ['inbox', ...concerned])
      void queryClient.invalidateQueries({ queryKey: [key, projectId] });
  }
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
