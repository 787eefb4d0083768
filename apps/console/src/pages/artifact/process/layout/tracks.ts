import type { Point } from '../geometry.ts';
import type { Cell, Grid } from './grid.ts';
import { GAP, sizeOf } from './sizes.ts';

interface Span {
  readonly start: number;
  readonly size: number;
}

/** The distance of lines in the same gap, and how many of them are kept apart. */
const LINE = { distance: 6, count: 3 };

/** The positions of the columns and rows of a grid, and of the lines in the gaps between them. */
export class Tracks {
  readonly columns: readonly Span[];
  readonly rows: readonly Span[];
  /** The start and the size of each band. */
  readonly bands: readonly Span[];
  readonly width: number;
  readonly height: number;
  private readonly used = new Map<string, number>();

  constructor(
    grid: Grid,
    sizes: ReadonlyMap<Cell, { width: number; height: number }>,
    gaps: readonly number[],
  ) {
    const widths = largest(
      grid.columns,
      sizes,
      (cell) => cell.column,
      'width',
      sizeOf({ form: 'gateway', name: '' }).width,
    );
    const heights = largest(
      grid.rows,
      sizes,
      (cell) => cell.row,
      'height',
      sizeOf({ form: 'activity', name: '' }).height,
    );
    this.columns = inLine(widths, GAP.edge, (index) => gaps[index] ?? GAP.x);
    const lastRows = new Set(lastOf(grid.bands));
    this.rows = inLine(heights, GAP.edge, (index) => (lastRows.has(index) ? 2 * GAP.edge : GAP.y));
    this.bands = lastOf(grid.bands).map((last, index) => this.band(last, grid.bands[index] ?? 0));
    this.width = endOf(this.columns.at(-1)) + GAP.edge;
    this.height = endOf(this.rows.at(-1)) + GAP.edge;
  }

  centreOf({ column, row }: Cell): Point {
    const [across, down] = [this.columns[column], this.rows[row]];
    return { x: middleOf(across), y: middleOf(down) };
  }

  /** The x of the next line after a column. */
  after(column: number): number {
    const [span, next] = [this.columns[column], this.columns[column + 1]];
    const gap = next === undefined ? GAP.edge : next.start - endOf(span);
    return endOf(span) + gap / 2 + this.offset(`x${column}`);
  }

  /** The x of the next line before a column. */
  before(column: number): number {
    return column > 0 ? this.after(column - 1) : GAP.edge / 2 + this.offset('x-1');
  }

  /** The y of the next line below a row. */
  below(row: number): number {
    return endOf(this.rows[row]) + GAP.edge - LINE.distance + this.offset(`y${row}`);
  }

  private band(last: number, rows: number): Span {
    const start = (this.rows[last - rows + 1]?.start ?? 0) - GAP.edge;
    return { start, size: endOf(this.rows[last]) + GAP.edge - start };
  }

  /** The offset of the next line in a gap. */
  private offset(gap: string): number {
    const count = this.used.get(gap) ?? 0;
    this.used.set(gap, count + 1);
    return -LINE.distance * (count % LINE.count);
  }
}

function endOf(span: Span | undefined): number {
  return span === undefined ? 0 : span.start + span.size;
}

function middleOf(span: Span | undefined): number {
  return span === undefined ? 0 : span.start + span.size / 2;
}

function lastOf(bands: readonly number[]): number[] {
  let row = -1;
  return bands.map((rows) => (row += rows));
}

function largest(
  count: number,
  sizes: ReadonlyMap<Cell, { width: number; height: number }>,
  indexOf: (cell: Cell) => number,
  side: 'width' | 'height',
  least: number,
): number[] {
  const all = Array.from({ length: count }, () => least);
  for (const [cell, size] of sizes) all[indexOf(cell)] = Math.max(all[indexOf(cell)] ?? 0, size[side]);
  return all;
}

function inLine(sizes: readonly number[], start: number, gapAfter: (index: number) => number): Span[] {
  let next = start;
  return sizes.map((size, index) => {
    const span = { start: next, size };
    next += size + gapAfter(index);
    return span;
  });
}
