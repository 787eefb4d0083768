import type { BoundedLimits } from '@pks/platform/bounded';

/** The limits of reading one file. */
export interface ReadingLimits extends BoundedLimits {
  /** The maximum length of headings and texts together, in UTF-16 code units. */
  readonly characters: number;
  /** The number of files that are read at a time; others wait. */
  readonly atOnce: number;
}

/** The default limits. */
export const READING_LIMITS: ReadingLimits = {
  seconds: 140,
  processorSeconds: 90,
  memoryMb: 768,
  characters: 20_000_000,
  atOnce: 1,
};
