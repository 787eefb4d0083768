import type { Held } from './checks.ts';
import type { Kind } from './tally.ts';

/** Runs one case of a property, and counts it. */
export type Watch = (work: () => Promise<Held>) => Promise<void>;

/** How a property is tried. */
export interface Trial {
  readonly seed: number;
  readonly cases: number;
  readonly watch: Watch;
  /** Whether every further case passes without being run. */
  readonly isOver: () => boolean;
}

/** Why a property does not hold. */
export interface Failure {
  readonly error: unknown;
  /** The example, as text. */
  readonly example: string;
}

/** Something that holds for the product, whatever is sent. */
export interface Property {
  /** `valid artifacts_create`, … */
  readonly name: string;
  readonly kind: Kind;
  /** The group of its operation, for the counts: `reads`, `creates`, … */
  readonly group: string;
  /** Its share of the cases, relative to those of the others. */
  readonly weight: number;
  /** Tries the property. Returns the smallest failure that was found; null if it held. */
  try(trial: Trial): Promise<Failure | null>;
}
