import type { Box } from './geometry.ts';

/** The factor of one zoom step. */
export const STEP = 1.25;

const SMALLEST = 0.05;
const LARGEST = 4;
/** A smaller scale is unreadable; scrolling is better. */
const READABLE = 0.7;

/** The nearest permitted scale. */
export function within(scale: number): number {
  return Math.min(Math.max(scale, SMALLEST), LARGEST);
}

/** The scale at which the whole diagram is visible, at most its natural size. */
export function fitting(bounds: Box, width: number, height: number): number {
  return within(Math.min(width / Math.max(bounds.width, 1), height / Math.max(bounds.height, 1), 1));
}

/** The initial scale: the diagram is as wide as its frame, unless that is unreadable. */
export function firstScale(bounds: Box, width: number): number {
  return width === 0 ? 1 : Math.max(fitting(bounds, width, Infinity), READABLE);
}
