import type { Contender } from './contenders.ts';
import { type Run, median } from './measure.ts';

/** The medians of all runs of a contender. */
export interface Summary {
  readonly name: string;
  readonly baselines: readonly string[];
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** At one connection. */
  readonly p50Alone: number;
  readonly failed: number;
  readonly cpu: Readonly<Record<string, number>>;
}

/** Summarises a contender. */
export function summarise(
  { name, baselines }: Contender,
  loaded: readonly Run[],
  alone: readonly Run[],
): Summary {
  const of = (pick: (run: Run) => number): number => median(loaded.map(pick));
  const names = Object.keys(loaded[0]?.cpu ?? {});
  return {
    name,
    baselines,
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

/** The table of all contenders, with the ratios of each to its baselines where those were measured. */
export function table(summaries: readonly Summary[]): string {
  const rows = summaries.map((one) => {
    const [a, b] = one.baselines.map((name) => summaries.find((other) => other.name === name));
    return [
      one.name,
      one.perSecond.toFixed(0),
      ratio(one.perSecond, a?.perSecond),
      ratio(one.perSecond, b?.perSecond),
      one.p50.toFixed(0),
      one.p99.toFixed(0),
      one.p50Alone.toFixed(2),
      ratio(one.p50Alone, a?.p50Alone),
      String(one.failed),
      costs(one.cpu),
    ];
  });
  return aligned([COLUMNS, ...rows]);
}

function ratio(value: number, baseline: number | undefined): string {
  return baseline === undefined ? '' : (value / baseline).toFixed(2);
}

/** The sum, and the part of each process. */
function costs(cpu: Summary['cpu']): string {
  const spent = Object.entries(cpu).filter(([, microseconds]) => microseconds >= 1);
  const sum = spent.reduce((all, [, microseconds]) => all + microseconds, 0);
  return `${sum.toFixed(0)}: ${spent.map(([name, microseconds]) => `${name} ${microseconds.toFixed(0)}`).join(', ')}`;
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
