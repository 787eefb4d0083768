const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of a point in time, in UTC, as e-mails write it: `5 December 2026`. */
export function longDate(timestamp: string): string {
  return LONG_DATE.format(new Date(timestamp));
}

/** A point in time, in UTC, as e-mails write it: `5 December 2026, 12:00`. */
export function longTime(timestamp: string): string {
  return `${longDate(timestamp)}, ${new Date(timestamp).toISOString().slice(11, 16)}`;
}
