import type { Rpc } from '@pks/contracts';
import { Throttled } from '../errors/fault.ts';
import type { Clock } from '../time/clock.ts';
import { Limiter, type Limits } from './limiter.ts';

/** How many calls a service carries out at a time, and how many wait. */
export interface LaneSizes {
  readonly concurrency: number;
  readonly queued: number;
}

/** As many costly calls run at a time as Node.js has threads for them; a call of a quarter of a second then waits for a second or two at most. */
const COSTLY: Limits = { concurrency: 4, queue: 16, refusal: () => new Throttled(1) };
/** Lasting calls wait for others, and cost a service little meanwhile. One tenant leaves most of the places to the others. */
const LASTING: Limits = { concurrency: 64, queue: 256, mostOfOne: 16, mostBesideOthers: 8 };
/** The largest share of the running calls that one tenant may have: others always find places, however long the tenant's calls take. */
const MOST_OF_ONE = 3 / 4;
/** That share while other tenants call too: the more calls of one tenant run, the longer those of the others take. */
const MOST_BESIDE_OTHERS = 1 / 4;
/** How many bytes count as one call while others call too: answers of half a megabyte keep several processes busy for many milliseconds. */
const BYTES_OF_ONE = 64 * 1024;

/** The calls of a service in lanes that do not wait for each other: the costly ones, the lasting ones, and all others. */
export class CallLanes {
  private readonly usual: Limiter;
  private readonly costly: Limiter;
  private readonly lasting: Limiter;

  constructor({ concurrency, queued }: LaneSizes, clock: Clock) {
    const mostOfOne = Math.ceil(concurrency * MOST_OF_ONE);
    const mostBesideOthers = Math.max(2, Math.ceil(concurrency * MOST_BESIDE_OTHERS));
    const limits = { concurrency, queue: queued, mostOfOne, mostBesideOthers, bytesOfOne: BYTES_OF_ONE };
    this.usual = new Limiter(limits, clock);
    this.costly = new Limiter(COSTLY, clock);
    this.lasting = new Limiter(LASTING, clock);
  }

  /** Calls that run or wait. */
  get load(): number {
    return this.usual.load + this.costly.load + this.lasting.load;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.usual.queued + this.costly.queued + this.lasting.queued;
  }

  /** The lane of a call; unknown calls are in the usual lane. */
  of(rpc: Rpc | undefined): Limiter {
    if (rpc?.isCostly) return this.costly;
    return rpc?.lastsMs === undefined ? this.usual : this.lasting;
  }

  /** Resolves once no call runs or waits. */
  async drained(): Promise<void> {
    await Promise.all([this.usual, this.costly, this.lasting].map((lane) => lane.drained()));
  }
}
