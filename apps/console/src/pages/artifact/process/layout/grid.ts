import type { Item } from '../model.ts';
import { type Link, columnsOf } from './columns.ts';

/** The number of columns before a step that stay free for the line that leads to it. */
const REACH = 40;

export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The columns and rows of items. The rows of a band (a lane, or a whole process) are adjacent. */
export class Grid {
  readonly cells = new Map<Item, Cell>();
  readonly columns: number;
  readonly rows: number;
  private readonly taken = new Set<string>();

  constructor(
    places: ReadonlyMap<Item, Place>,
    /** The number of rows of each band. */
    readonly bands: readonly number[],
  ) {
    const starts = bands.map((_rows, index) => bands.slice(0, index).reduce((sum, rows) => sum + rows, 0));
    for (const [item, { column, band, row }] of places) {
      const cell = { column, row: (starts[band] ?? 0) + row };
      this.cells.set(item, cell);
      this.taken.add(keyOf(cell.column, cell.row));
    }
    this.columns = 1 + [...this.cells.values()].reduce((most, { column }) => Math.max(most, column), -1);
    this.rows = bands.reduce((sum, rows) => sum + rows, 0);
  }

  /** Whether a row is empty in these columns. */
  isRowFree(row: number, from: number, to: number): boolean {
    for (let column = from; column <= to; column += 1) if (this.taken.has(keyOf(column, row))) return false;
    return true;
  }

  isColumnFree(column: number, from: number, to: number): boolean {
    for (let row = from; row <= to; row += 1) if (this.taken.has(keyOf(column, row))) return false;
    return true;
  }
}

interface Place {
  readonly column: number;
  readonly band: number;
  readonly row: number;
}

/** Arranges steps by the links that lead to them, and other items near the step to which they belong. */
export function gridOf(
  steps: readonly Item[],
  links: readonly Link[],
  rest: ReadonlyMap<Item, Item | null>,
  bandOf: (item: Item) => number,
  bands: number,
): Grid {
  const rows = new Rows(bands);
  const columns = columnsOf(steps, links);
  const before = new Map<Item, Link[]>(steps.map((step) => [step, []]));
  for (const link of links) if (isAhead(columns, link)) before.get(link.to)?.push(link);
  for (const step of steps.toSorted((one, other) => columnOf(columns, one) - columnOf(columns, other))) {
    const band = bandOf(step);
    const sources = (before.get(step) ?? []).flatMap(({ from, isAside }) => {
      const place = rows.places.get(from);
      return place === undefined ? [] : [{ ...place, row: place.row + (isAside ? 1 : 0) }];
    });
    rows.place(step, columnOf(columns, step), band, sources);
  }
  for (const [item, near] of rest) rows.placeNear(item, near, bandOf(near ?? item));
  return new Grid(rows.places, rows.lengths);
}

function isAhead(columns: ReadonlyMap<Item, number>, { from, to }: Link): boolean {
  return columnOf(columns, from) < columnOf(columns, to);
}

function columnOf(columns: ReadonlyMap<Item, number>, item: Item): number {
  return columns.get(item) ?? 0;
}

function keyOf(column: number, row: number): string {
  return `${column}/${row}`;
}

/** Assigns rows of bands to items. */
class Rows {
  readonly places = new Map<Item, Place>();
  readonly lengths: number[];
  private readonly taken: Set<string>[];

  constructor(bands: number) {
    this.lengths = Array.from({ length: bands }, () => 1);
    this.taken = Array.from({ length: bands }, () => new Set<string>());
  }

  /** Places an item in the row of its source, or in the next row below that is free up to the item. */
  place(item: Item, column: number, band: number, sources: readonly Place[]): void {
    const near = sources.filter((source) => source.band === band);
    const source = near.toSorted((one, other) => one.row - other.row)[0] ?? sources[0];
    const since = source === undefined ? column : Math.max(source.column + 1, column - REACH);
    let row = near.length > 0 ? (source?.row ?? 0) : 0;
    while (!this.isFree(band, row, since, column)) row += 1;
    this.take(item, { column, band, row }, since);
  }

  /** Places an item below or beside the one to which it belongs; at the end if it belongs to none. */
  placeNear(item: Item, near: Item | null, band: number): void {
    const place = near === null ? undefined : this.places.get(near);
    const column = place?.column ?? 0;
    const columns = [column, column + 1, ...(column > 0 ? [column - 1] : [])];
    for (let row = place === undefined ? (this.lengths[band] ?? 0) : place.row + 1; ; row += 1) {
      const free = columns.find((one) => this.isFree(band, row, one, one));
      if (free !== undefined) return this.take(item, { column: free, band, row }, free);
    }
  }

  private take(item: Item, place: Place, since: number): void {
    this.places.set(item, place);
    this.lengths[place.band] = Math.max(this.lengths[place.band] ?? 0, place.row + 1);
    for (let column = since; column <= place.column; column += 1)
      this.taken[place.band]?.add(keyOf(column, place.row));
  }

  private isFree(band: number, row: number, from: number, to: number): boolean {
    for (let column = from; column <= to; column += 1)
      if (this.taken[band]?.has(keyOf(column, row))) return false;
    return true;
  }
}
