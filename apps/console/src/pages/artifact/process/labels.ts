import { type Box, type Point, centreOf, labelPointOf } from './geometry.ts';
import type { Item } from './model.ts';
import { LETTER, LINE_HEIGHT, widthOf, wrapped } from './words.ts';

/** The room for a name outside its item. */
export const LABEL = { width: 104, lines: 3 } as const;

const OUTSIDE: ReadonlySet<Item['form']> = new Set(['event', 'gateway', 'data', 'store', 'group']);

/**
 * The box of an item's name, if it is outside the item; clear of lines that end at these points. Above gateways if possible, at
 * the top of groups, below other items.
 */
export function labelOf(item: Item, box: Box, ends: readonly Point[]): Box | null {
  const size = sizeOfLabel(item);
  if (size === null) return null;
  const { x } = centreOf(box);
  const [above, below] = [box.y - size.height - 4, box.y + box.height + 4];
  const left = x - size.width / 2;
  if (item.form === 'group') return { ...size, x: left, y: box.y + 4 };
  const isTaken = (y: number): boolean => ends.some((end) => Math.abs(end.y - y) < 1);
  if (item.form !== 'gateway') return { ...size, x: isTaken(box.y + box.height) ? x + 8 : left, y: below };
  if (!isTaken(box.y)) return { ...size, x: left, y: above };
  if (!isTaken(box.y + box.height)) return { ...size, x: left, y: below };
  return { ...size, x: x - size.width - 8, y: above + 8 };
}

/** The box of a name at the place that the document gives. */
export function labelAt(item: Item, said: Box): Box | null {
  const size = sizeOfLabel(item);
  return size && { ...size, x: centreOf(said).x - size.width / 2, y: said.y };
}

/** The centre of a connection's name: above the longest horizontal segment. */
export function besideLine(points: readonly Point[], name: string): Point {
  const { x, y } = labelPointOf(points);
  return { x, y: y - 5 - (wrapped(name, LABEL.width, LABEL.lines).length * LINE_HEIGHT) / 2 };
}

/** The centre of a connection's name to the right of a point. */
export function rightOfLine({ x, y }: Point, name: string): Point {
  const width = Math.max(0, ...wrapped(name, LABEL.width, LABEL.lines).map((line) => widthOf(line)));
  return { x: x + 6 + width / 2, y };
}

function sizeOfLabel({ form, name }: Item): { readonly width: number; readonly height: number } | null {
  if (name === '' || !OUTSIDE.has(form)) return null;
  const lines = wrapped(name, LABEL.width, LABEL.lines);
  const width = Math.max(...lines.map((line) => widthOf(line)), LETTER);
  return { width: Math.min(width, LABEL.width), height: lines.length * LINE_HEIGHT };
}
