import { median } from './measure.ts';

/** What one question took, again and again, at one connection. Milliseconds. */
export interface Timing {
  readonly name: string;
  readonly times: readonly number[];
}

/** How long a request takes until its answer is there. Milliseconds. */
export async function timed(url: string, method: string, token: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}.`);
  return performance.now() - began;
}

/** The timings as lines under a title. */
export function timingTable(title: string, timings: readonly Timing[]): string {
  const width = Math.max(...timings.map(({ name }) => name.length));
  const cell = (text: string): string => text.padStart(9);
  const lines = timings.map(({ name, times }) =>
    [name.padEnd(width), ...[median(times), Math.max(...times)].map((took) => cell(took.toFixed(2)))].join(
      '',
    ),
  );
  return [title, '', [' '.repeat(width), cell('p50 ms'), cell('worst')].join(''), ...lines].join('\n');
}
