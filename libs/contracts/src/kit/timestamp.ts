const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;

/**
 * Whether a value is a date and time with its zone (RFC 3339; `T` or one white space separates them) whose year in UTC has four
 * digits.
 */
export function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [date = '', time = '', ...more] = value.split(/t|\s/i, 3);
  return more.length === 0 && isDate(date) && isTime(time) && hasFourDigits(timeOf(value).getUTCFullYear());
}

function hasFourDigits(year: number): boolean {
  return year >= 1 && year <= 9_999;
}

/** The time of such a text, to the millisecond; a leap second becomes the last millisecond before it. */
export function timeOf(timestamp: string): Date {
  const [date = '', time = ''] = timestamp.split(/t|\s/i, 2);
  const within = time.replace(/^(\d\d:\d\d:)60(\.\d+)?/, '$159.999').toUpperCase();
  return new Date(`${date}T${within.replace(/[+-]\d\d$/, '$&:00')}`);
}

/** Whether a value is a calendar date, `YYYY-MM-DD`, of a day that exists. */
export function isCalendarDate(value: unknown): boolean {
  return typeof value === 'string' && isDate(value);
}

function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = DATE.exec(text)?.slice(1).map(Number) ?? [];
  return hasFourDigits(year) && day >= 1 && day <= daysOf(year, month);
}

/** The number of days of a month; 0 for a month that does not exist. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

function isTime(text: string): boolean {
  const parts = TIME.exec(text);
  if (!parts) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [zoneHour = 0, zoneMinute = 0] = parts.slice(5).map((part) => Number(part ?? 0));
  if (zoneHour > 23 || zoneMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = parts[4] === '-' ? -1 : 1;
  return second < 61 && isLastOfDay(hour - sign * zoneHour, minute - sign * zoneMinute);
}

/** Whether an hour and a minute in UTC, before the carry, are the last of a day, when a leap second may come. */
function isLastOfDay(hour: number, minute: number): boolean {
  const carried = minute < 0 ? hour - 1 : hour;
  return (carried === 23 || carried === -1) && (minute === 59 || minute === -1);
}
