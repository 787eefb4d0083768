/** The time of a change that is made now: later than that of the change before it, even if clocks disagree. */
export function changeTime(now: Date, before: Date): Date {
  return new Date(Math.max(now.getTime(), before.getTime() + 1));
}
