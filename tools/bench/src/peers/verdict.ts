import { type Run, median } from '../measure.ts';
import { POINTS, type Point } from './peer.ts';

/** The runs of the product and a peer for one kind of request, measured in turn. */
export interface Cell {
  readonly peer: string;
  readonly point: Point;
  readonly connections: number;
  readonly product: readonly Run[];
  readonly other: readonly Run[];
}

/** The product's results in a cell relative to the peer's: medians over the rounds. */
export interface Ratios {
  /** Requests a second: more is better. */
  readonly perSecond: number;
  /** The 99th percentile of the durations: less is better. */
  readonly p99: number;
}

/** Compares the runs of the same round, because they were made at the same time. */
export function ratiosOf({ product, other }: Cell): Ratios {
  const of = (pick: (run: Run) => number): number =>
    median(
      product.map((run, round) => {
        const beside = other[round];
        return beside === undefined ? Number.NaN : pick(run) / pick(beside);
      }),
    );
  return { perSecond: of((run) => run.perSecond), p99: of((run) => run.p99) };
}

/** The points at which the product is not ahead, a phrase each. */
export function behindIn(cells: readonly Cell[]): string[] {
  return cells.flatMap((cell) => {
    const { perSecond, p99 } = ratiosOf(cell);
    const where = `${cell.point} at ${cell.connections}, ${cell.peer}`;
    return [
      ...(perSecond >= 1 ? [] : [`${where}: ${perSecond.toFixed(2)} of its requests a second`]),
      ...(p99 <= 1 ? [] : [`${where}: ${p99.toFixed(2)} times its p99`]),
    ];
  });
}

/** The cost of requests to the product under load, one line per point: microseconds of CPU per process. */
export function costsOf(cells: readonly Cell[]): string[] {
  return POINTS.flatMap((point) => {
    const runs = cells
      .filter((cell) => cell.point === point && cell.connections > 1)
      .flatMap((cell) => cell.product);
    const costs = Object.keys(runs[0]?.cpu ?? {}).map(
      (name) => `${name} ${median(runs.map((run) => run.cpu[name] ?? 0)).toFixed(0)}`,
    );
    return costs.length === 0 ? [] : [`${point}: ${costs.join(', ')}`];
  });
}

const HEAD = [
  '',
  'conn',
  'req/s',
  'beside',
  'ratio',
  'p50 ms',
  'beside',
  'p99 ms',
  'beside',
  'ratio',
  'CPU µs',
  'beside',
  'failed',
];

/** All cells as a table: the product's number beside the peer's, and the ratio. */
export function cellTable(cells: readonly Cell[]): string {
  const rows = [HEAD, ...cells.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function rowOf(cell: Cell): string[] {
  const { perSecond, p99 } = ratiosOf(cell);
  const pair = (pick: (run: Run) => number, digits: number): string[] =>
    [cell.product, cell.other].map((runs) => median(runs.map(pick)).toFixed(digits));
  const digits = cell.connections === 1 ? 2 : 0;
  const failed = [cell.product, cell.other].map((runs) => runs.reduce((sum, run) => sum + run.failed, 0));
  return [
    `${cell.point}, ${cell.peer}`,
    String(cell.connections),
    ...pair((run) => run.perSecond, 0),
    perSecond.toFixed(2),
    ...pair((run) => run.p50, digits),
    ...pair((run) => run.p99, digits),
    p99.toFixed(2),
    ...pair((run) => Object.values(run.cpu).reduce((sum, spent) => sum + spent, 0), 0),
    failed.join(' + '),
  ];
}
