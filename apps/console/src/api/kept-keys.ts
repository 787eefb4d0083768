import { useState } from 'react';
import { ApiError, newKey } from '@pks/client';

/** Answers that leave the result of an earlier attempt open: it is still running (409), or this attempt came too soon (429). */
const LEAVES_OPEN: readonly number[] = [409, 429];

/**
 * Keeps the idempotency keys of requests that may not have arrived: an identical request is sent again under the same key, and takes
 * effect once.
 */
export class KeptKeys {
  private readonly keys = new Map<string, string>();

  /** From now on, a request is a new one even if it is identical. */
  forget(): void {
    this.keys.clear();
  }

  /** Sends a request under its key, which is kept unless the answer tells the result. */
  async under<T>(sent: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(sent);
    const key = this.keys.get(text) ?? newKey();
    try {
      const answer = await send(key);
      this.keys.delete(text);
      return answer;
    } catch (error) {
      if (!isAnswer(error)) this.keys.set(text, key);
      else if (!LEAVES_OPEN.includes(error.status)) this.keys.delete(text);
      throw error;
    }
  }
}

/** Keys that are kept while a form is open. */
export function useKeptKeys(): KeptKeys {
  const [keys] = useState(() => new KeptKeys());
  return keys;
}

/** Whether the error tells the result: after a failure of the service (5xx), or without an answer, nobody knows what it has done. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}
