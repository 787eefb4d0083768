import { median } from './measure.ts';

/** The durations of one request, repeated at one connection. Milliseconds. */
export interface Timing {
  readonly name: string;
  readonly times: readonly number[];
  /** PostgreSQL's part of the durations, if measured. */
  readonly database?: readonly number[];
}

/** The time from a request to its response. Milliseconds. */
export async function timed(url: string, method: string, token: string, body?: object): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const began = performance.now();
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}.`);
  return performance.now() - began;
}

/** The timings as lines under a title. */
export function timingTable(title: string, timings: readonly Timing[]): string {
  const width = Math.max(...timings.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(9))].join('').trimEnd();
  const isDatabaseAsked = timings.some(({ database }) => database !== undefined);
  const head = line('', ['p50 ms', 'worst', ...(isDatabaseAsked ? ['database', 'worst'] : [])]);
  const lines = timings.map(({ name, times, database = [] }) =>
    line(name, [...summary(times), ...summary(database)]),
  );
  return [title, '', head, ...lines].join('\n');
}

function summary(times: readonly number[]): string[] {
  return times.length === 0 ? [] : [median(times), Math.max(...times)].map((took) => took.toFixed(2));
}
