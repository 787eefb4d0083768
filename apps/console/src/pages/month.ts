const DAYS = 30;
const DAY_MS = 86_400_000;
/** Items that are read at most for a picture of the month. */
const MOST = 2_000;
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

export interface Day {
  readonly name: string;
  readonly count: number;
}

/** What of a list, newest first by this time, is of the month. */
export async function newest<T>(items: AsyncIterable<T>, timeOf: (item: T) => string): Promise<T[]> {
  const isRecent = ofMonth(timeOf);
  const found: T[] = [];
  for await (const item of items) {
    if (!isRecent(item) || found.push(item) === MOST) break;
  }
  return found;
}

/** What of a list that is in another order is of the month, among its first ones. */
export async function among<T>(items: AsyncIterable<T>, timeOf: (item: T) => string): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) if (read.push(item) === MOST) break;
  return read.filter(ofMonth(timeOf));
}

function ofMonth<T>(timeOf: (item: T) => string): (item: T) => boolean {
  const since = Date.now() - DAYS * DAY_MS;
  return (item) => Date.parse(timeOf(item)) >= since;
}

/** How many of the times are of each day of the month, the oldest first. */
export function perDay(times: readonly string[]): Day[] {
  const now = Date.now();
  const ago = times.map((time) => Math.floor((now - Date.parse(time)) / DAY_MS));
  return Array.from({ length: DAYS }, (_day, index) => {
    const days = DAYS - 1 - index;
    return { name: DATE.format(now - days * DAY_MS), count: ago.filter((one) => one === days).length };
  });
}
