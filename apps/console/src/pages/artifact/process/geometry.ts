export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, located by its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The radius of the corners of a line. */
const CORNER = 6;
const ARROW = { length: 9, half: 4 };

export function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function boxAt({ x, y }: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function movedBy<T extends Point>(what: T, dx: number, dy: number): T {
  return { ...what, x: what.x + dx, y: what.y + dy };
}

/** The smallest box around points and boxes, with a margin. */
export function around(things: Iterable<Point | Box>, margin = 0): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const thing of things) {
    const [width, height] = 'width' in thing ? [thing.width, thing.height] : [0, 0];
    left = Math.min(left, thing.x);
    top = Math.min(top, thing.y);
    right = Math.max(right, thing.x + width);
    bottom = Math.max(bottom, thing.y + height);
  }
  if (left === Infinity) return { x: 0, y: 0, width: 0, height: 0 };
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/** The point where the line from the centre of a box to a point crosses the border of the box. */
export function borderTowards(box: Box, point: Point): Point {
  const centre = centreOf(box);
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  const share = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
    1,
  );
  return { x: centre.x + dx * share, y: centre.y + dy * share };
}

/** A line through points, its corners rounded, as an SVG path. */
export function pathOf(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (before === undefined) return `M${at(point)}`;
      if (after === undefined) return `L${at(point)}`;
      return `L${at(towards(point, before, CORNER))}Q${at(point)} ${at(towards(point, after, CORNER))}`;
    })
    .join('');
}

/** An arrowhead at the last point of a line, as an SVG path; empty if all points coincide. */
export function arrowOf(points: readonly Point[]): string {
  const end = points.at(-1);
  const before = points.findLast((point) => end !== undefined && distance(point, end) > 0.5);
  if (end === undefined || before === undefined) return '';
  const base = onLine(end, before, ARROW.length);
  const length = distance(end, before);
  const [nx, ny] = [(ARROW.half * (end.y - before.y)) / length, (ARROW.half * (before.x - end.x)) / length];
  return `M${at(end)}L${at(movedBy(base, nx, ny))}L${at(movedBy(base, -nx, -ny))}Z`;
}

/** A slash across a line near its start, as an SVG path. */
export function slashOf([start, next]: readonly Point[]): string {
  if (start === undefined || next === undefined) return '';
  const middle = onLine(start, next, 12);
  return `M${at(movedBy(middle, -4, 5))}L${at(movedBy(middle, 4, -5))}`;
}

/** A lozenge at the start of a line, as an SVG path. */
export function lozengeOf([start, next]: readonly Point[]): string {
  if (start === undefined || next === undefined) return '';
  const [middle, end] = [onLine(start, next, 8), onLine(start, next, 16)];
  const [nx, ny] = [(end.y - start.y) / 3.2, (start.x - end.x) / 3.2];
  return `M${at(start)}L${at(movedBy(middle, nx, ny))}L${at(end)}L${at(movedBy(middle, -nx, -ny))}Z`;
}

/** The middle of the longest horizontal segment of a line; of its longest segment if none is horizontal. */
export function labelPointOf(points: readonly Point[]): Point {
  const parts = points.slice(1).map((end, index) => [points[index] ?? end, end] as const);
  const level = parts.filter(([start, end]) => Math.abs(end.y - start.y) < 1);
  const longest = (level.length > 0 ? level : parts).toSorted(
    ([a, b], [c, d]) => distance(c, d) - distance(a, b),
  )[0];
  const [start, end] = longest ?? [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function onLine(from: Point, to: Point, far: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
}

/** A point on the way from one point to another, at most halfway. */
function towards(from: Point, to: Point, far: number): Point {
  return onLine(from, to, Math.min(far, distance(from, to) / 2));
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
