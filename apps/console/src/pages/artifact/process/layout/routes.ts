import { type Box, type Point, centreOf } from '../geometry.ts';
import type { Cell, Grid } from './grid.ts';
import type { Tracks } from './tracks.ts';

export interface End {
  readonly box: Box;
  readonly cell: Cell;
  /**
   * The edge where lines leave: the right one; for a gateway also the upper or lower one (`across`); for an event at a
   * border the lower one (`down`).
   */
  readonly leaves: 'right' | 'across' | 'down';
}

/** The points of a line between two ends: in horizontal and vertical segments, avoiding other shapes where possible. */
export function routeOf(from: End, to: End, grid: Grid, tracks: Tracks): Point[] {
  return (
    straight(from, to, grid) ??
    across(from, to, grid) ??
    stepped(from, to, grid, tracks) ??
    back(from, to, grid, tracks) ??
    around(from, to, tracks)
  );
}

function straight(from: End, to: End, grid: Grid): Point[] | null {
  if (from.leaves === 'down' || from.cell.row !== to.cell.row || !isAhead(from, to)) return null;
  const isFree = grid.isRowFree(from.cell.row, from.cell.column + 1, to.cell.column - 1);
  return isFree ? [rightOf(from), leftOf(to)] : null;
}

/** Vertically first, then along the row of the target. */
function across(from: End, to: End, grid: Grid): Point[] | null {
  const isDown = to.cell.row > from.cell.row;
  if (from.leaves === 'right' || to.cell.row === from.cell.row || !isAhead(from, to)) return null;
  if (from.leaves === 'down' && !isDown) return null;
  const { column, row } = from.cell;
  const [first, last] = isDown ? [row + 1, to.cell.row] : [to.cell.row, row - 1];
  const isFree = grid.isColumnFree(column, first, last);
  if (!isFree || !grid.isRowFree(to.cell.row, column, to.cell.column - 1)) return null;
  const start = isDown ? bottomOf(from) : topOf(from);
  const end = leftOf(to);
  return [start, { x: start.x, y: end.y }, end];
}

/** Along one row, then between two columns to the other row. */
function stepped(from: End, to: End, grid: Grid, tracks: Tracks): Point[] | null {
  if (from.leaves === 'down' || !isAhead(from, to) || from.cell.row === to.cell.row) return null;
  const [first, last] = [from.cell.column + 1, to.cell.column - 1];
  const alongTarget = grid.isRowFree(to.cell.row, first, last);
  if (!alongTarget && !grid.isRowFree(from.cell.row, first, last)) return null;
  const x = tracks.after(alongTarget ? from.cell.column : last);
  const [start, end] = [rightOf(from), leftOf(to)];
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

/** Back below both ends, and up into the target. */
function back(from: End, to: End, grid: Grid, tracks: Tracks): Point[] | null {
  const row = Math.max(from.cell.row, to.cell.row);
  const isFree =
    grid.isColumnFree(from.cell.column, from.cell.row + 1, row) &&
    grid.isColumnFree(to.cell.column, to.cell.row + 1, row);
  if (!isFree || from.cell === to.cell) return null;
  const y = tracks.below(row);
  const [start, end] = [bottomOf(from), bottomOf(to)];
  return [start, { x: start.x, y }, { x: end.x, y }, end];
}

/** Between the columns and below the row, which is always possible. */
function around(from: End, to: End, tracks: Tracks): Point[] {
  const y = tracks.below(from.cell.row);
  const into = tracks.before(to.cell.column);
  const end = leftOf(to);
  const rest = [{ x: into, y }, { x: into, y: end.y }, end];
  if (from.leaves === 'down') return [bottomOf(from), { x: bottomOf(from).x, y }, ...rest];
  const start = rightOf(from);
  const out = tracks.after(from.cell.column);
  return [start, { x: out, y: start.y }, { x: out, y }, ...rest];
}

function isAhead(from: End, to: End): boolean {
  return from.cell.column < to.cell.column;
}

function rightOf({ box }: End): Point {
  return { x: box.x + box.width, y: centreOf(box).y };
}

function leftOf({ box }: End): Point {
  return { x: box.x, y: centreOf(box).y };
}

function topOf({ box }: End): Point {
  return { x: centreOf(box).x, y: box.y };
}

function bottomOf({ box }: End): Point {
  return { x: centreOf(box).x, y: box.y + box.height };
}
