/** A stored time that is further ahead came from a wrong clock. Milliseconds. */
export const AHEAD_MS = 60_000;

/** Whether a stored time is so far in the future that it came from a wrong clock: processes differ by less than a minute. */
export function wasAhead(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() > AHEAD_MS;
}
