import { AsyncLocalStorage } from 'node:async_hooks';
import type { Outcome } from './outcome.ts';

/** What is known about a request that may arrive several times. */
export interface Repeatable {
  /** The stored outcome of the request; undefined where there is none. */
  recall(): Promise<Outcome | undefined>;
  /** Carries out work once, however often its request arrives: a repetition gets the stored outcome. */
  run(work: () => Promise<Outcome>): Promise<Outcome>;
}

/** A request under an idempotency key while it is handled. */
export class KeyedRequest {
  private isReplayed = false;
  private isTaken = false;

  constructor(
    readonly key: string,
    private readonly repeatable: Repeatable,
  ) {}

  /** Whether the outcome is a stored one. */
  get replayed(): boolean {
    return this.isReplayed;
  }

  /** Claims the request for the work that is its effect: true the first time, false for work within that work. */
  take(): boolean {
    const first = !this.isTaken;
    this.isTaken = true;
    return first;
  }

  /** The stored outcome, for work that has to be done before the effect, and not again; undefined where there is none. */
  async recall(): Promise<Outcome | undefined> {
    const outcome = await this.repeatable.recall();
    this.isReplayed = outcome !== undefined;
    return outcome;
  }

  /** Carries out the work, or replays its stored outcome. */
  async run(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await this.repeatable.run(work);
    this.isReplayed = outcome.replayed ?? false;
    return outcome;
  }
}

const requests = new AsyncLocalStorage<KeyedRequest>();

/** Runs the handling of a request under a key. */
export function withinKeyed<T>(request: KeyedRequest, handling: () => T): T {
  return requests.run(request, handling);
}

/** The idempotency key of the request that the running code handles, for effects outside its transaction; undefined without one. */
export function currentIdempotencyKey(): string | undefined {
  return requests.getStore()?.key;
}

/** The keyed request under way, for the work that is its effect; undefined for all other work. */
export function takeKeyedRequest(): KeyedRequest | undefined {
  const request = requests.getStore();
  return request?.take() ? request : undefined;
}
