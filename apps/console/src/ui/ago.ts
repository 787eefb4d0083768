const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Times further away than this are shown as dates. */
const DAYS = 30;

/** The time since or until a date, in whole minutes or hours, or in days of the device's calendar. */
export function agoOf(date: Date): string {
  const now = new Date();
  const ms = date.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away > DAYS * DAY_MS) return DATE.format(date);
  if (away >= DAY_MS) return RELATIVE.format(dayOf(date) - dayOf(now), 'day');
  if (away >= HOUR_MS) return RELATIVE.format(Math.trunc(ms / HOUR_MS), 'hour');
  return away >= MINUTE_MS ? RELATIVE.format(Math.trunc(ms / MINUTE_MS), 'minute') : 'just now';
}

/** The number of a calendar day: not all days have 24 hours. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
