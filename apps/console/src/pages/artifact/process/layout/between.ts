import { type Connection, type Shape, isBehind } from '../diagram.ts';
import { type Box, type Point, borderTowards, centreOf } from '../geometry.ts';
import { besideLine, rightOfLine } from '../labels.ts';
import type { Flow } from '../model.ts';
import { GAP } from './sizes.ts';

/** The connections between any two items: messages between pools, and associations. */
export function connectedBetween(flows: readonly Flow[], shapes: readonly Shape[]): Connection[] {
  const boxes = new Map(shapes.map(({ item, box }) => [item, box]));
  const pools = shapes.flatMap(({ item, box }) => (item.form === 'pool' ? [box] : []));
  const obstacles = shapes.flatMap((shape) =>
    isBehind(shape) ? [] : [shape.box, ...(shape.label ? [shape.label] : [])],
  );
  const messages = new Messages(pools, obstacles);
  return flows.flatMap((flow) => {
    const [from, to] = [boxes.get(flow.from), boxes.get(flow.to)];
    if (from === undefined || to === undefined || flow.kind === 'sequence') return [];
    return [flow.kind === 'message' ? messages.connection(flow, from, to) : direct(flow, from, to)];
  });
}

function direct(flow: Flow, from: Box, to: Box): Connection {
  const points = [borderTowards(from, centreOf(to)), borderTowards(to, centreOf(from))];
  return { flow, points, label: besideLine(points, flow.name) };
}

/** Routes messages up or down to another pool, with a step sideways between the two. */
class Messages {
  constructor(
    private readonly pools: readonly Box[],
    private readonly obstacles: readonly Box[],
  ) {}

  connection(flow: Flow, from: Box, to: Box): Connection {
    const isDown = centreOf(to).y > centreOf(from).y;
    const [startY, endY] = isDown ? [lowerOf(from), to.y] : [from.y, lowerOf(to)];
    const own = this.pools.find((pool) => startY >= pool.y && startY <= lowerOf(pool));
    const edge = own === undefined ? (startY + endY) / 2 : isDown ? lowerOf(own) : own.y;
    const y = edge + (isDown ? GAP.pool / 2 : -GAP.pool / 2);
    const [fromIsPool, toIsPool] = [this.pools.includes(from), this.pools.includes(to)];
    const endX = toIsPool && !fromIsPool ? this.freeX(from, startY, y) : this.freeX(to, y, endY);
    const startX = fromIsPool || toIsPool ? endX : this.freeX(from, startY, y);
    const aside =
      startX === endX
        ? []
        : [
            { x: startX, y },
            { x: endX, y },
          ];
    const points: Point[] = [{ x: startX, y: startY }, ...aside, { x: endX, y: endY }];
    return { flow, points, label: rightOfLine({ x: endX, y }, flow.name) };
  }

  /** The x at the edge of a box where a vertical line meets the fewest obstacles; preferably its middle. */
  private freeX(box: Box, one: number, other: number): number {
    const middle = centreOf(box).x;
    const [top, bottom] = [Math.min(one, other), Math.max(one, other)];
    const inWay = this.obstacles.filter(
      (obstacle) => obstacle !== box && obstacle.y < bottom && lowerOf(obstacle) > top,
    );
    const met = (x: number): number =>
      inWay.filter((obstacle) => x > obstacle.x - 2 && x < obstacle.x + obstacle.width + 2).length;
    const candidates = [0, 0.25, -0.25, 0.45, -0.45].map((share) => middle + share * box.width);
    return candidates.reduce((best, x) => (met(x) < met(best) ? x : best), middle);
  }
}

function lowerOf({ y, height }: Box): number {
  return y + height;
}
