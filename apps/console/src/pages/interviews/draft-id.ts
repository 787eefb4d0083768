import { useState } from 'react';
import type { Schemas } from '@pks/client';
import { fieldError, isNotFound, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';

/**
 * The id of a draft that is continued, while there is such a draft; and a function for requests that name it: if somebody else has deleted
 * or sent the draft meanwhile, the request fails with a sentence that says so, and later requests do not name it.
 */
export function useDraftId(
  projectId: string,
  draft: Schemas['InterviewDraft'] | undefined,
): readonly [string | undefined, <T>(request: Promise<T>) => Promise<T>] {
  const [id, setId] = useState(draft?.id);
  const orGone = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (!isNotFound(error) && fieldError(error, 'draft_id') === undefined) throw error;
      setId(undefined);
      void queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
      throw new Error(texts.interviews.draftGone, { cause: error });
    }
  };
  return [id, orGone];
}
