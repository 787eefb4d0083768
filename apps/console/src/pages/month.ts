const DAYS = 30;
/** The most items that are read for a chart of the month. */
const MOST = 2_000;
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

export interface Day {
  readonly name: string;
  readonly count: number;
}

/** The items of the last month, from a list that is sorted newest first by this time. */
export async function newest<T>(items: AsyncIterable<T>, timeOf: (item: T) => string): Promise<T[]> {
  const isRecent = ofMonth(timeOf);
  const found: T[] = [];
  for await (const item of items) {
    if (!isRecent(item) || found.push(item) === MOST) break;
  }
  return found;
}

/** The items of the last month among the first ones of a list in another order. */
export async function among<T>(items: AsyncIterable<T>, timeOf: (item: T) => string): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) if (read.push(item) === MOST) break;
  return read.filter(ofMonth(timeOf));
}

function ofMonth<T>(timeOf: (item: T) => string): (item: T) => boolean {
  const since = dayAgo(DAYS - 1).getTime();
  return (item) => Date.parse(timeOf(item)) >= since;
}

/** The number of times on each day of the last month, by the device's calendar, oldest first. */
export function perDay(times: readonly string[]): Day[] {
  const days = times.map((time) => new Date(time).toDateString());
  return Array.from({ length: DAYS }, (_day, index) => {
    const day = dayAgo(DAYS - 1 - index);
    return { name: DATE.format(day), count: days.filter((one) => one === day.toDateString()).length };
  });
}

/** The start of a calendar day: not all days have 24 hours. */
function dayAgo(days: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}
