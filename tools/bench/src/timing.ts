import { median } from './measure.ts';

/** What one question took, again and again, at one connection. Milliseconds. */
export interface Timing {
  readonly name: string;
  readonly times: readonly number[];
}

/** The timings as lines. */
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
