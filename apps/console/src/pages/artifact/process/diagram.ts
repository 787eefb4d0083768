import { type Box, type Point, around } from './geometry.ts';
import type { Flow, Item } from './model.ts';

export interface Shape {
  readonly item: Item;
  readonly box: Box;
  /** The box of the name; null if the name is inside the shape. */
  readonly label: Box | null;
  /** True for a subprocess or a pool that shows its content. */
  readonly isExpanded: boolean;
  /** True for a pool or a lane that runs from top to bottom, with its name above. */
  readonly isUpright: boolean;
}

export interface Connection {
  readonly flow: Flow;
  readonly points: readonly Point[];
  /** The centre of the connection's name. */
  readonly label: Point;
}

export interface Diagram {
  readonly shapes: readonly Shape[];
  readonly connections: readonly Connection[];
  readonly bounds: Box;
}

/** The diagram of these shapes and connections: its bounds contain all of them and a margin. */
export function diagramOf(shapes: readonly Shape[], connections: readonly Connection[]): Diagram {
  const labels = shapes.flatMap(({ label }) => label ?? []);
  const points = connections.flatMap((connection) => connection.points);
  return {
    shapes,
    connections,
    bounds: around([...shapes.map(({ box }) => box), ...labels, ...points], 12),
  };
}

/** Whether a shape is drawn behind the connections. */
export function isBehind({ item: { form }, isExpanded }: Shape): boolean {
  return isExpanded || form === 'pool' || form === 'lane' || form === 'group';
}
