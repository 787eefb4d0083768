import { useEffect, useSyncExternalStore } from 'react';
import { api, queryClient } from './client.ts';
import { follow } from './following.ts';

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
    const { signal } = controller;
    void follow({ read: () => read(projectId, signal), signal, onBreak: () => setLive(false) });
    return () => {
      controller.abort();
      setLive(false);
    };
  }, [projectId]);
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
