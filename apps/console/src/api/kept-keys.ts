import { useState } from 'react';
import { ApiError, newKey } from '@pks/client';

/** Answers that leave open what has become of an attempt before: it is still running, or this one came too soon. */
const LEAVES_OPEN: readonly number[] = [409, 429];

/**
 * The keys of what was sent while nobody knows whether it has arrived: what is sent again as it was has the same key, and takes effect
 * once.
 */
export class KeptKeys {
  private readonly keys = new Map<string, string>();

  /** What is sent from now on is something else, whatever it looks like. */
  forget(): void {
    this.keys.clear();
  }

  /** Sends something under its key, which is kept where no answer says what has become of it. */
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

/** Keys that are kept as long as a form is open. */
export function useKeptKeys(): KeptKeys {
  const [keys] = useState(() => new KeptKeys());
  return keys;
}

/** Of a service that failed, as of one that cannot be reached, nobody knows what it has done. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}
