import { AsyncLocalStorage } from 'node:async_hooks';
import type { Outcome } from './outcome.ts';

/** Carries out work once, however often its request arrives: a repetition gets the stored outcome. */
export type RunOnce = (work: () => Promise<Outcome>) => Promise<Outcome>;

/** A request under an idempotency key while it is handled. */
export class KeyedRequest {
  private isReplayed = false;
  private isTaken = false;

  constructor(
    readonly key: string,
    private readonly runOnce: RunOnce,
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

  /** Carries out the work, or replays its stored outcome. */
  async run(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await this.runOnce(work);
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
