import { setTimeout as after } from 'node:timers/promises';

/** Resolves after some milliseconds: for work that takes time, and for slow readers. A test that waits for a result uses `eventually`. */
export async function pause(ms: number): Promise<void> {
  await after(ms);
}
