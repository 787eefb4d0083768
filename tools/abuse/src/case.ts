import type { Attack } from './attack.ts';
import type { Kind } from './mix.ts';
import type { Outcome } from './tally.ts';
import type { Tenant } from './tenant.ts';

/** One way in which somebody may make others wait. */
export interface Case {
  readonly name: string;
  /** The answers that the abuser may get: those of requests that took their turn, and refusals. */
  readonly allowed: readonly Outcome[];
  /** Refusals of which the abuser gets at least one, because more is sent than anybody is granted. */
  readonly refusedWith?: readonly Outcome[];
  /** The abuser may get no answer at all: the product waits longer than a run for the rest of what is sent. */
  readonly unanswered?: true;
  /** The kinds of request that the case may make others wait for: the honest user begins with these. */
  readonly concerns?: readonly Kind[];
  /** Creates what the abuse needs in a project of the abuser. */
  prepare(tenant: Tenant): Promise<Abuse>;
}

/** Abuses the product until the attack is over. */
export type Abuse = (attack: Attack) => Promise<unknown>;
