import type { Connection, Shape } from '../diagram.ts';
import { type Box, type Point, boxAt, movedBy } from '../geometry.ts';
import { LABEL, besideLine, labelOf } from '../labels.ts';
import type { Flow, Item, Scope } from '../model.ts';
import { widthOf } from '../words.ts';
import { arranged } from './arranged.ts';
import type { Cell, Grid } from './grid.ts';
import { type End, routeOf } from './routes.ts';
import { GAP, TITLE, borderBox, sizeOf } from './sizes.ts';
import { Tracks } from './tracks.ts';

/** Placed shapes and connections, relative to 0,0. */
export interface Placed {
  readonly shapes: readonly Shape[];
  readonly connections: readonly Connection[];
  readonly width: number;
  readonly height: number;
  /** The extent of each lane without inner lanes, from top to bottom. */
  readonly bands: readonly { readonly start: number; readonly size: number }[];
}

type Sizes = ReadonlyMap<Cell, { readonly width: number; readonly height: number }>;

/** Places the items of a process: lanes below each other, steps from left to right. */
export function placedProcess(scope: Scope): Placed {
  const inner = new Map<Item, Placed>();
  for (const item of scope.items) if (item.inside !== null) inner.set(item, placedProcess(item.inside));
  const grid = arranged(scope);
  const sizes = new Map([...grid.cells].map(([item, cell]) => [cell, sizeWith(item, inner.get(item))]));
  const tracks = new Tracks(grid, sizes, gapsAfter(scope, grid));
  const boxes = placedBoxes(grid, sizes, tracks, scope);
  const connections = scope.flows.flatMap((flow) => connected(flow, boxes, grid, tracks));
  const ends = endsOf(connections);
  const parts = [...boxes].map(([item, box]) => insideOf(inner.get(item), box));
  return {
    shapes: [
      ...[...boxes].map(([item, box]) => shapeOf(item, box, inner.has(item), ends.get(item) ?? [])),
      ...parts.flatMap(({ shapes }) => shapes),
    ],
    connections: [...connections, ...parts.flatMap((part) => part.connections)],
    width: tracks.width,
    height: tracks.height,
    bands: tracks.bands,
  };
}

/** The points where lines meet each item. */
function endsOf(connections: readonly Connection[]): Map<Item, Point[]> {
  const ends = new Map<Item, Point[]>();
  for (const { flow, points } of connections) {
    for (const [item, point] of [
      [flow.from, points[0]],
      [flow.to, points.at(-1)],
    ] as const)
      if (point !== undefined) ends.set(item, [...(ends.get(item) ?? []), point]);
  }
  return ends;
}

export function movedPlaced<T extends Pick<Placed, 'shapes' | 'connections'>>(
  placed: T,
  dx: number,
  dy: number,
): T {
  const shapes = placed.shapes.map((shape) => ({
    ...shape,
    box: movedBy(shape.box, dx, dy),
    label: shape.label === null ? null : movedBy(shape.label, dx, dy),
  }));
  const connections = placed.connections.map((connection) => ({
    ...connection,
    points: connection.points.map((point) => movedBy(point, dx, dy)),
    label: movedBy(connection.label, dx, dy),
  }));
  return { ...placed, shapes, connections };
}

/** The content of a subprocess, moved into its box. */
function insideOf(inner: Placed | undefined, { x, y }: Box): Pick<Placed, 'shapes' | 'connections'> {
  return inner === undefined ? { shapes: [], connections: [] } : movedPlaced(inner, x, y + TITLE);
}

function sizeWith(
  item: Item,
  inner: Placed | undefined,
): { readonly width: number; readonly height: number } {
  return inner === undefined ? sizeOf(item) : { width: inner.width, height: inner.height + TITLE };
}

/** The gap after each column, wide enough for the names of the lines that leave it. */
function gapsAfter({ flows }: Scope, grid: Grid): number[] {
  const gaps = Array.from({ length: grid.columns }, (): number => GAP.x);
  for (const { from, name } of flows) {
    const column = grid.cells.get(from.host ?? from)?.column;
    if (column !== undefined && name !== '')
      gaps[column] = Math.max(gaps[column] ?? 0, GAP.x + Math.min(widthOf(name), LABEL.width) - 30);
  }
  return gaps;
}

function placedBoxes(grid: Grid, sizes: Sizes, tracks: Tracks, scope: Scope): Map<Item, Box> {
  const boxes = new Map<Item, Box>();
  for (const [item, cell] of grid.cells) {
    const { width, height } = sizes.get(cell) ?? sizeOf(item);
    boxes.set(item, boxAt(tracks.centreOf(cell), width, height));
  }
  for (const [host, events] of eventsAtBorders(scope)) {
    const box = boxes.get(host);
    if (box !== undefined)
      events.forEach((event, nth) => boxes.set(event, borderBox(box, nth, events.length)));
  }
  return boxes;
}

function eventsAtBorders({ items }: Scope): Map<Item, Item[]> {
  const events = new Map<Item, Item[]>();
  for (const item of items)
    if (item.host !== null) events.set(item.host, [...(events.get(item.host) ?? []), item]);
  return events;
}

function connected(flow: Flow, boxes: ReadonlyMap<Item, Box>, grid: Grid, tracks: Tracks): Connection[] {
  const [from, to] = [endOf(flow.from, boxes, grid), endOf(flow.to, boxes, grid)];
  if (flow.kind !== 'sequence' || from === null || to === null) return [];
  const points = routeOf(from, to, grid, tracks);
  return [{ flow, points, label: besideLine(points, flow.name) }];
}

function endOf(item: Item, boxes: ReadonlyMap<Item, Box>, grid: Grid): End | null {
  const [box, cell] = [boxes.get(item), grid.cells.get(item.host ?? item)];
  if (box === undefined || cell === undefined) return null;
  return { box, cell, leaves: item.host !== null ? 'down' : item.form === 'gateway' ? 'across' : 'right' };
}

function shapeOf(item: Item, box: Box, isExpanded: boolean, points: readonly Point[]): Shape {
  return { item, box, label: labelOf(item, box, points), isExpanded, isUpright: false };
}
