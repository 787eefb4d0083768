import { Invalid } from '@pks/platform';

/** The moment that a field names. @throws Invalid where its date is none, or not of the years 1 to 9999. */
export function momentOf(field: string, text: string): Date {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (year >= 1 && year <= 9999) return moment;
  throw Invalid.field(field, 'Enter a valid date and time, in ISO 8601 with its time zone.');
}
