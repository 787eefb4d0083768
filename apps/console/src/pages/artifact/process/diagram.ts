import { type Box, type Point, around } from './geometry.ts';
import type { Flow, Item } from './model.ts';

export interface Shape {
  readonly item: Item;
  readonly box: Box;
  /** Where its name is; null where it is inside. */
  readonly label: Box | null;
  /** A subprocess, or a pool, that shows what it consists of. */
  readonly isExpanded: boolean;
  /** A pool or a lane from top to bottom, with its name above. */
  readonly isUpright: boolean;
}

export interface Connection {
  readonly flow: Flow;
  readonly points: readonly Point[];
  /** The centre of its name. */
  readonly label: Point;
}

export interface Diagram {
  readonly shapes: readonly Shape[];
  readonly connections: readonly Connection[];
  readonly bounds: Box;
}

/** The diagram of these parts, which contains all of them and a margin. */
export function diagramOf(shapes: readonly Shape[], connections: readonly Connection[]): Diagram {
  const labels = shapes.flatMap(({ label }) => label ?? []);
  const points = connections.flatMap((connection) => connection.points);
  return {
    shapes,
    connections,
    bounds: around([...shapes.map(({ box }) => box), ...labels, ...points], 12),
  };
}

/** Whether a shape is behind what connects other shapes. */
export function isBehind({ item: { form }, isExpanded }: Shape): boolean {
  return isExpanded || form === 'pool' || form === 'lane' || form === 'group';
}
