/** A stored time that is further ahead was told by a wrong clock. Milliseconds. */
export const AHEAD_MS = 60_000;

/** Whether a time that was stored lies so far after now that the clock which told it was wrong: processes differ by less than a minute. */
export function wasAhead(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() > AHEAD_MS;
}
