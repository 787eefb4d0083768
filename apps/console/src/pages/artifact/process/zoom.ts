import type { Box } from './geometry.ts';

/** How much larger one press makes it. */
export const STEP = 1.25;

const SMALLEST = 0.05;
const LARGEST = 4;
/** What is smaller cannot be read, so that it is better to scroll. */
const READABLE = 0.7;

/** A scale that a diagram can have. */
export function within(scale: number): number {
  return Math.min(Math.max(scale, SMALLEST), LARGEST);
}

/** The scale in which all of it is seen, not enlarged. */
export function fitting(bounds: Box, width: number, height: number): number {
  return within(Math.min(width / Math.max(bounds.width, 1), height / Math.max(bounds.height, 1), 1));
}

/** The scale in which it is first shown: as wide as its frame, as long as it can be read. */
export function firstScale(bounds: Box, width: number): number {
  return width === 0 ? 1 : Math.max(fitting(bounds, width, Infinity), READABLE);
}
