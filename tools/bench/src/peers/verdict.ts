import { type Run, median } from '../measure.ts';
import { POINTS, type Point } from './peer.ts';

/** The product and a peer at one point, measured in turn: run by run. */
export interface Cell {
  readonly peer: string;
  readonly point: Point;
  readonly connections: number;
  readonly product: readonly Run[];
  readonly other: readonly Run[];
}

/** The product in a cell, by what it has of the peer's: medians over the rounds. */
export interface Ratios {
  /** Requests a second: more is better. */
  readonly perSecond: number;
  /** The 99th percentile of the durations: less is better. */
  readonly p99: number;
}

/** Compares each round's runs with each other, since they were made at the same time. */
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

/** In what the product is not ahead, a phrase each. */
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

/** What a request to the product costs each of its processes under load, a line a point: microseconds of CPU. */
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

/** All cells as a table: the product's number, that of the peer beside it, and the ratio. */
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
