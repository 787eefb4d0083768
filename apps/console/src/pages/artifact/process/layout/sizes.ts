import { type Box, boxAt } from '../geometry.ts';
import type { Item } from '../model.ts';
import { LINE_HEIGHT, wrapped } from '../words.ts';

export const GAP = {
  /** Between columns. */
  x: 60,
  /** Between rows. */
  y: 80,
  /** Around the rows of a band. */
  edge: 40,
  /** Between pools. */
  pool: 48,
} as const;

/** The width of the name of a pool or a lane, beside its content. */
export const HEADER = 30;
/** The height of the name of a subprocess, above its content. */
export const TITLE = 18;

const SIZES = {
  activity: [116, 80],
  other: [116, 80],
  event: [36, 36],
  gateway: [50, 50],
  data: [36, 50],
  store: [50, 50],
  annotation: [100, 40],
  group: [0, 0],
  pool: [0, 60],
  lane: [0, 60],
} as const satisfies Record<Item['form'], readonly [width: number, height: number]>;

const ANNOTATION_LINES = 8;

export function sizeOf({ form, name }: Pick<Item, 'form' | 'name'>): {
  readonly width: number;
  readonly height: number;
} {
  const [width, height] = SIZES[form];
  if (form !== 'annotation') return { width, height };
  return { width, height: wrapped(name, width - 12, ANNOTATION_LINES).length * LINE_HEIGHT + 10 };
}

/** The box of the nth of several events at the lower border of an activity, counted from the right. */
export function borderBox(host: Box, nth: number, count: number): Box {
  const distance = Math.min(Math.max((host.width - 20) / count, 44), 120);
  const slots = Math.max(1, Math.floor((host.width - 20) / distance));
  return boxAt({ x: host.x + host.width - 28 - (nth % slots) * distance, y: host.y + host.height }, 36, 36);
}
