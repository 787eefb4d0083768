import { type Diagram, type Shape, diagramOf } from '../diagram.ts';
import type { Box } from '../geometry.ts';
import { type Item, type Lane, type Model, type Pool, scopesOf } from '../model.ts';
import { leavesOf } from './arranged.ts';
import { connectedBetween } from './between.ts';
import { type Placed, movedPlaced, placedProcess } from './process-layout.ts';
import { GAP, HEADER } from './sizes.ts';

interface Content {
  readonly pool: Pool;
  readonly placed: Placed | null;
  /** The width that the names of the pool and its lanes take on the left. */
  readonly header: number;
}

/** The diagram of a document without a layout: pools below each other. */
export function laidOut(model: Model): Diagram {
  const contents = model.pools.map(contentOf);
  const width = Math.max(0, ...contents.map(({ placed, header }) => header + (placed?.width ?? 300)));
  let y = 0;
  const parts = contents.map((content) => {
    const placed = placedPool(content, width, y);
    y += (content.placed?.height ?? 2 * HEADER) + GAP.pool;
    return placed;
  });
  const shapes = parts.flatMap((part) => part.shapes);
  const between = [...model.flows, ...scopesOf(model).flatMap(({ flows }) => flows)];
  const connections = [...parts.flatMap((part) => part.connections), ...connectedBetween(between, shapes)];
  return diagramOf(shapes, connections);
}

function contentOf(pool: Pool): Content {
  const lanes = depthOf(pool.scope?.lanes ?? []) * HEADER;
  return {
    pool,
    placed: pool.scope === null ? null : placedProcess(pool.scope),
    header: pool.item === null ? lanes : lanes + HEADER,
  };
}

function depthOf(lanes: readonly Lane[]): number {
  return lanes.reduce((most, lane) => Math.max(most, 1 + depthOf(lane.lanes)), 0);
}

function placedPool(
  { pool, placed, header }: Content,
  width: number,
  y: number,
): Pick<Placed, 'shapes' | 'connections'> {
  const height = placed?.height ?? 2 * HEADER;
  const frame = pool.item === null ? [] : [frameOf(pool.item, { x: 0, y, width, height }, placed !== null)];
  if (placed === null) return { shapes: frame, connections: [] };
  const inside = movedPlaced(placed, header, y);
  const bands = placed.bands.map(({ start, size }) => ({ x: 0, y: y + start, width, height: size }));
  const lanes = framesOf(pool.scope?.lanes ?? [], pool.item === null ? 0 : HEADER, bands);
  return { shapes: [...frame, ...lanes, ...inside.shapes], connections: inside.connections };
}

/** The frames of lanes: around their bands, or around the lanes that they contain. */
function framesOf(lanes: readonly Lane[], left: number, bands: readonly Box[]): Shape[] {
  let next = 0;
  return lanes.flatMap((lane) => {
    const count = leavesOf([lane]).length;
    const own = bands.slice(next, next + count);
    next += count;
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const box = { x: left, y: first.y, width: first.width - left, height: last.y + last.height - first.y };
    return [frameOf(lane.item, box, true), ...framesOf(lane.lanes, left + HEADER, own)];
  });
}

function frameOf(item: Item, box: Box, isExpanded: boolean): Shape {
  return { item, box, label: null, isExpanded, isUpright: false };
}
