import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@pks/contracts';
import type { Idempotency } from './call-context.ts';
import type { OnceOnly, Outcome } from './outcome.ts';

/** A request under an idempotency key, while it is handled. */
export class KeyedRequest {
  private isReplayed = false;
  private isTaken = false;

  constructor(
    private readonly idempotency: Idempotency,
    private readonly caller: Caller,
    private readonly onceOnly: OnceOnly,
  ) {}

  /** Its idempotency key. */
  get key(): string {
    return this.idempotency.key;
  }

  /** Whether the outcome was stored before. */
  get replayed(): boolean {
    return this.isReplayed;
  }

  /** Claims the request for the work that is its effect: true the first time, false for work within that work. */
  take(): boolean {
    const first = !this.isTaken;
    this.isTaken = true;
    return first;
  }

  /** Does the work that prepares the effect, and the effect. `work` gets the stored outcome, if there is one, and then does neither. */
  prepare<T>(work: (stored: Outcome | undefined) => Promise<T>): Promise<T> {
    return this.onceOnly.prepare(this.idempotency, this.caller, (stored) => {
      this.isReplayed = stored !== undefined;
      return work(stored);
    });
  }

  /** Carries out the work, or replays its stored outcome. */
  async run(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await this.onceOnly.run(this.idempotency, this.caller, work);
    this.isReplayed = outcome.replayed ?? false;
    return outcome;
  }
}

const requests = new AsyncLocalStorage<KeyedRequest>();

/** Runs the handling of a request under a key. */
export function withinKeyed<T>(request: KeyedRequest, handling: () => T): T {
  return requests.run(request, handling);
}

/** The idempotency key of the request that the running code handles, for effects outside its transaction; undefined if it has none. */
export function currentIdempotencyKey(): string | undefined {
  return requests.getStore()?.key;
}

/** The keyed request under way, for the work that is its effect; undefined for all other work. */
export function takeKeyedRequest(): KeyedRequest | undefined {
  const request = requests.getStore();
  return request?.take() ? request : undefined;
}
