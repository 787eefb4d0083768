import { useEffect } from 'react';
import { queryClient } from '../../api/client.ts';
import { granted } from '../../ui/storage.ts';
import { type Of, keyOf } from './queries.ts';

const channel = granted(() => new BroadcastChannel('pks.interviews'));

/**
 * Makes this browser's other tabs show the new entries of an interview: an answer to an older question would be taken for one to the newest.
 */
export function showInOtherTabs({ interviewId }: Of): void {
  channel?.postMessage(interviewId);
}

/** Shows entries that were added in another tab of this browser. */
export function useOtherTabs({ projectId, interviewId }: Of): void {
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>): void => {
      const queryKey = keyOf({ projectId, interviewId });
      if (data === interviewId) void queryClient.invalidateQueries({ queryKey });
    };
    channel?.addEventListener('message', onMessage);
    return () => channel?.removeEventListener('message', onMessage);
  }, [projectId, interviewId]);
}
