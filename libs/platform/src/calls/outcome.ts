import type { Caller } from '@pks/contracts';
import type { FaultData } from '../errors/fault.ts';
import type { Idempotency } from './call-context.ts';

/** The result of a call, in bytes. */
export type Outcome =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly count?: number;
      /** The further fields of a page's envelope, as JSON. */
      readonly beside?: string;
      readonly replayed?: boolean;
      /** The body holds a secret: nothing may store it. */
      readonly shownOnce?: true;
      /** Runs once the reply is sent or given up. */
      readonly afterwards?: (() => void) | undefined;
    }
  | { readonly ok: false; readonly fault: FaultData; readonly replayed?: boolean };

/** Runs a request that carries an idempotency key once, however often it arrives. */
export interface OnceOnly {
  /**
   * Carries out a request including the work before its effect; the work calls `run` for the effect. The work gets the stored
   * outcome if the request was carried out before.
   */
  prepare<T>(
    idempotency: Idempotency,
    caller: Caller,
    work: (stored: Outcome | undefined) => Promise<T>,
  ): Promise<T>;
  run(idempotency: Idempotency, caller: Caller, work: () => Promise<Outcome>): Promise<Outcome>;
}
