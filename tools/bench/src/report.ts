import { type Run, median } from './measure.ts';

/** The result of all runs of a contender, by medians. */
export interface Summary {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** At one connection. */
  readonly p50Alone: number;
  readonly failed: number;
  readonly cpu: Readonly<Record<string, number>>;
}

/** Summarises a contender. */
export function summarise(name: string, loaded: readonly Run[], alone: readonly Run[]): Summary {
  const of = (pick: (run: Run) => number): number => median(loaded.map(pick));
  const names = Object.keys(loaded[0]?.cpu ?? {});
  return {
    name,
    perSecond: of((run) => run.perSecond),
    p50: of((run) => run.p50),
    p99: of((run) => run.p99),
    p50Alone: median(alone.map((run) => run.p50)),
    failed: [...loaded, ...alone].reduce((sum, run) => sum + run.failed, 0),
    cpu: Object.fromEntries(names.map((cpu) => [cpu, of((run) => run.cpu[cpu] ?? 0)])),
  };
}

const COLUMNS = [
  '',
  'req/s',
  'of (a)',
  'of (b)',
  'p50 ms',
  'p99 ms',
  '1 conn ms',
  'of (a)',
  'failed',
  'CPU µs a request',
];

/** The table of all contenders, with ratios to the first two. */
export function table(summaries: readonly Summary[]): string {
  const [a, b] = summaries;
  const rows = summaries.map((one) => [
    one.name,
    one.perSecond.toFixed(0),
    (one.perSecond / (a?.perSecond ?? Number.NaN)).toFixed(2),
    (one.perSecond / (b?.perSecond ?? Number.NaN)).toFixed(2),
    one.p50.toFixed(0),
    one.p99.toFixed(0),
    one.p50Alone.toFixed(2),
    (one.p50Alone / (a?.p50Alone ?? Number.NaN)).toFixed(2),
    String(one.failed),
    Object.entries(one.cpu)
      .filter(([, microseconds]) => microseconds >= 1)
      .map(([name, microseconds]) => `${name} ${microseconds.toFixed(0)}`)
      .join(', '),
  ]);
  return aligned([COLUMNS, ...rows]);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const last = COLUMNS.length - 1;
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column === last
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
