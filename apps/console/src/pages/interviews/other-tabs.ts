import { useEffect } from 'react';
import { queryClient } from '../../api/client.ts';
import { granted } from '../../ui/storage.ts';
import { type Of, keyOf } from './queries.ts';

const channel = granted(() => new BroadcastChannel('pks.interviews'));

/** Has this browser's other tabs show that an interview has gone on: an answer to an older question would be taken for one to the newest. */
export function showInOtherTabs({ interviewId }: Of): void {
  channel?.postMessage(interviewId);
}

/** Shows what was said in another tab of this browser. */
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
