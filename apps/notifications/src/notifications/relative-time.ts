const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds of each unit, the longest first. */
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

const english = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How long ago a time was, in whole numbers of the longest unit that fits: `5 minutes ago`; `just now` under a minute or for a time ahead of the clock. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return english.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}
