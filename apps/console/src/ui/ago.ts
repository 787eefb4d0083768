const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** What is further away is a date. */
const DAYS = 30;

/** How long ago something was, or in how long it will be, in whole minutes or hours, or in days by the calendar of the device. */
export function agoOf(date: Date): string {
  const now = new Date();
  const ms = date.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away > DAYS * DAY_MS) return DATE.format(date);
  if (away >= DAY_MS) return RELATIVE.format(dayOf(date) - dayOf(now), 'day');
  if (away >= HOUR_MS) return RELATIVE.format(Math.trunc(ms / HOUR_MS), 'hour');
  return away >= MINUTE_MS ? RELATIVE.format(Math.trunc(ms / MINUTE_MS), 'minute') : 'just now';
}

/** The number of a day in the calendar: not all have 24 hours. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
