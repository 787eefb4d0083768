import { outcomesIn } from './tally.ts';
import type { Seen } from './verdict.ts';

const COLUMNS = [
  '',
  'the abuser got',
  'requests',
  'p50 ms',
  'p99 ms',
  'longest ms',
  'login ms',
  'read after s',
  'refused',
  '',
];
/** The columns of texts, which are aligned to the left; the others are numbers. */
const LEFT = new Set([0, 1, COLUMNS.length - 1]);

/** A line of the table: what was seen of a case, and what speaks against it. */
export interface Line {
  readonly seen: Seen;
  readonly findings: readonly string[];
}

/** All cases, as text: what the abuser got, and what the honest user waited. */
export function table(lines: readonly Line[]): string {
  return aligned([COLUMNS, ...lines.map(cellsOf)]);
}

function cellsOf({ seen, findings }: Line): string[] {
  const { name, answers, waits, longestReadingMs } = seen;
  const { longest } = waits;
  return [
    name,
    outcomesIn(answers ?? {})
      .map(([outcome, count]) => `${outcome} × ${count}`)
      .join(', '),
    String(waits.requests),
    waits.p50.toFixed(0),
    waits.p99.toFixed(0),
    longest === undefined ? '' : `${longest.kind} ${longest.ms.toFixed(0)}`,
    waits.login === 0 ? '' : waits.login.toFixed(0),
    longestReadingMs === 0 ? '' : (longestReadingMs / 1000).toFixed(1),
    String(waits.refused.length),
    findings.length === 0 ? 'held' : `MISSED: ${findings.join('; ')}`,
  ];
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return LEFT.has(column) ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
