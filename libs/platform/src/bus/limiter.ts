import { FairQueue, type Line } from '../fairness/fair-queue.ts';
import { Presence } from '../fairness/presence.ts';
import { DeadlineExceeded, type Fault, Overloaded, Throttled } from '../errors/fault.ts';
import type { Clock } from '../time/clock.ts';

/** The weight of the latest piece of work in the mean duration of work. */
const WEIGHT = 1 / 16;
/** The weight of the latest piece of work in the mean bytes of a tenant's work: a flood of large answers is recognized after a few. */
const WEIGHT_OF_BYTES = 1 / 8;
/** A tenant with the heaviest work leaves the processors to others for as long as its work took, and at most for this long. Milliseconds. */
const LONGEST_REST_MS = 250;

/** A piece of work with a deadline, after which its result is of no use. */
export interface Work {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** Resolves when the work is done, with the bytes that it read and wrote; 0 if they do not count. */
  begin(): Promise<number>;
  /** Called instead of `begin` when the deadline has passed in the queue. */
  expire(): void;
  /** Called instead of `begin` when the work was refused in the queue: for a tenant with less, or because its line is too long. */
  refuse(fault: Fault): void;
}

/** How much a limiter accepts. */
export interface Limits {
  /** Pieces of work that run at a time. */
  readonly concurrency: number;
  /** Pieces of work that wait. */
  readonly queue: number;
  /** Pieces of work of one tenant that run at a time: if fewer than `concurrency`, one tenant never takes all places. */
  readonly mostOfOne?: number;
  /** The same while others are present: the more work of one tenant runs, the longer each piece of the others' work takes. */
  readonly mostBesideOthers?: number;
  /**
   * While others are present, a piece of work counts once for each `bytesOfOne` bytes that its tenant's work reads and writes
   * on average. If that leaves one at a time, the work keeps its place for as long again as it took.
   */
  readonly bytesOfOne?: number;
  /** The fault of every refusal, whichever tenant is refused. */
  readonly refusal?: () => Fault;
  /** A burst may wait for as long as its deadline allows; a line that does not end may not. */
  readonly congestion?: Congestion;
}

/**
 * Waiting gives nobody more capacity: it only delays every answer. So a line in which work has waited without a pause for
 * `afterMs` is kept short, until no work has waited in it for `afterMs`, and none was refused for `retryMs`.
 */
export interface Congestion {
  readonly afterMs: number;
  /** Work that would then wait for longer than this, and for longer than half of the mean duration of work, is refused. Milliseconds. */
  readonly waitMs: number;
  /** After this time, refused callers try again, which would make the line as long as before. Milliseconds. */
  readonly retryMs: number;
}

/**
 * Runs a bounded number of pieces of work at a time and queues a bounded number, shared fairly by tenants: the next piece is
 * always of the tenant with the least running work, weighed by bytes. When the queue is full, the newest work of the longest
 * line makes way for a tenant with less; otherwise new work is refused immediately. So is work that would queue for more
 * than half of its time, judging by how long work took recently: its result would come too late.
 */
export class Limiter {
  private running = 0;
  private meanMs = 0;
  private readonly waiting = new FairQueue<Work>();
  private readonly presence = new Presence();
  private readonly mostOfOne: number;
  private readonly mostBesideOthers: number;
  private idle: (() => void)[] = [];

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {
    this.mostOfOne = limits.mostOfOne ?? limits.concurrency;
    this.mostBesideOthers = limits.mostBesideOthers ?? this.mostOfOne;
  }

  /** Pieces of work that run or wait. */
  get load(): number {
    return this.running + this.queued;
  }

  /** Pieces of work that wait. */
  get queued(): number {
    return this.waiting.waiting;
  }

  /**
   * Begins the work when its turn comes; work of the same tenant, which the key names, begins in order. If the work has to wait,
   * returns a function that takes it out of the line, as long as it was not begun, refused or expired.
   * @throws Overloaded if the queue is full, or too long for the work's deadline; Throttled instead if this tenant has more than its
   * share of the queue; or the limits' own refusal.
   */
  run(work: Work, key = ''): (() => void) | undefined {
    const { now } = this;
    this.presence.record(key, now);
    const line = this.waiting.lineOf(key);
    // If another tenant has become absent, more of what waits may run.
    while (this.beginNext(now));
    if (line.length === 0 && this.mayRun(line, now)) {
      this.begin(work, line, now);
      return undefined;
    }
    const acceptableMs = Math.min(this.leftMs(work) / 2, this.longestWaitMs(line, now));
    if (this.expectedWaitMs(line, now) > acceptableMs) {
      this.keepShort(line, now);
      throw this.refusalOf(line, now);
    }
    if (this.waiting.waiting >= this.limits.queue) this.makeRoomFor(line, now);
    const place = this.waiting.add(line, work);
    return () => void this.waiting.take(line, place);
  }

  /**
   * Begins work when its turn comes, as `run` does, and resolves with its result. An error that `work` throws is a rejection too,
   * and ends its turn. @throws also DeadlineExceeded if the deadline, in milliseconds since the epoch, passes before, or if
   * `signal` aborts while the work waits, which leaves the line; the fault with which it was refused in the queue.
   */
  take<T>(deadline: number, key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const made = async (): Promise<T> => work();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const giveUp = (): void => {
        leaveLine?.();
        expire();
      };
      const stopWaiting = (): void => {
        if (timer) clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const begin = (): Promise<number> => {
        stopWaiting();
        return made()
          .then(resolve, reject)
          .then(() => 0);
      };
      const refuse = (fault: Fault): void => {
        stopWaiting();
        reject(fault);
      };
      const expire = (): void => refuse(new DeadlineExceeded());
      const leaveLine = this.run({ deadline, begin, expire, refuse }, key);
      if (!leaveLine) return;
      // Without a deadline (Infinity), no timer takes the work out of the line.
      const leftMs = this.leftMs({ deadline });
      if (leftMs < Infinity) timer = setTimeout(giveUp, leftMs).unref();
      signal?.addEventListener('abort', giveUp);
    });
  }

  /** Resolves when its turn comes, with a function that ends the turn. Throws as `take` does. */
  enter(deadline: number, key: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const untilLeft = (): Promise<void> => new Promise((leave) => resolve(leave));
      this.take(deadline, key, untilLeft).catch(reject);
    });
  }

  /** Resolves once nothing runs or waits. */
  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** As `Clock.elapsed`. Deadlines are moments, which are compared with the date instead. */
  private get now(): number {
    return this.clock.elapsed();
  }

  private leftMs({ deadline }: Pick<Work, 'deadline'>): number {
    return deadline - this.clock.now().getTime();
  }

  /** How long work of the line may wait. If that has just become less, the newest work that would now wait for too long is refused. Milliseconds. */
  private longestWaitMs(line: Line<Work>, now: number): number {
    const { congestion } = this.limits;
    if (!congestion) return Infinity;
    const { afterMs, waitMs } = congestion;
    const longestMs = Math.max(waitMs, this.meanMs / 2);
    const wasCongested = now < line.congestedUntil;
    if (line.length === 0) line.waitsSince = now;
    else if (now - line.waitsSince >= afterMs) line.keepShortUntil(now + afterMs);
    if (now >= line.congestedUntil) return Infinity;
    if (!wasCongested) this.shorten(line, longestMs, now);
    return longestMs;
  }

  private shorten(line: Line<Work>, waitMs: number, now: number): void {
    const fault = this.refusalOf(line, now);
    while (line.length > 0 && this.expectedWaitMs(line, now) > waitMs) {
      this.keepShort(line, now);
      this.waiting.takeNewest(line)?.refuse(fault);
    }
  }

  /** Keeps a short line short until the work that it refused has come back. */
  private keepShort(line: Line<Work>, now: number): void {
    const { congestion } = this.limits;
    if (congestion && now < line.congestedUntil) line.keepShortUntil(now + congestion.retryMs);
  }

  /** The expected time until one more piece of the line's work would begin: each other line has as many turns, if as much waits in it. Milliseconds. */
  private expectedWaitMs(line: Line<Work>, now: number): number {
    const { waiting, waitingLines, activeLines } = this.waiting;
    const lines = waitingLines + (line.length > 0 ? 0 : 1);
    const turns = Math.min(waiting + 1, (line.length + 1) * lines);
    const places = Math.min(this.limits.concurrency, this.mostOf(line, now) * Math.max(1, activeLines));
    return (this.meanMs * turns) / places;
  }

  /** Refuses the newest work of the longest line if that is longer than the given line would be; otherwise throws the refusal of the new work. */
  private makeRoomFor(line: Line<Work>, now: number): void {
    const { longest } = this.waiting;
    if (!longest || longest.length <= line.length + 1) throw this.refusalOf(line, now);
    const fault = this.refusalOf(longest, now);
    this.waiting.takeNewest(longest)?.refuse(fault);
  }

  private refusalOf(line: Line<Work>, now: number): Fault {
    if (this.limits.refusal) return this.limits.refusal();
    if (!this.isOverShare(line, now)) return new Overloaded();
    return new Throttled(Math.max(1, Math.ceil(this.expectedWaitMs(line, now) / 1000)));
  }

  /** Whether the line has more of the queue than each present tenant would have if all had the same. */
  private isOverShare(line: Line<Work>, now: number): boolean {
    const present = this.presence.isAlone(line.key, now) ? 1 : 2;
    const lines = Math.max(this.waiting.activeLines + (line.isEmpty ? 1 : 0), present);
    return line.length > Math.max(1, this.waiting.waiting / lines);
  }

  private mostOf(line: Line<Work>, now: number): number {
    return this.presence.isAlone(line.key, now)
      ? this.mostOfOne
      : Math.max(1, this.mostBesideOthers / line.weight);
  }

  private mayRun(line: Line<Work>, now: number): boolean {
    if (this.running >= this.limits.concurrency) return false;
    return this.presence.isAlone(line.key, now)
      ? line.running < this.mostOfOne
      : line.load < this.mostBesideOthers;
  }

  private begin(work: Work, line: Line<Work>, now: number): void {
    if (this.leftMs(work) <= 0) return work.expire();
    this.running += 1;
    this.waiting.begin(line);
    work.begin().then(
      (bytes) => this.leave(line, now, bytes),
      () => this.leave(line, now, 0),
    );
  }

  private leave(line: Line<Work>, begun: number, bytes: number): void {
    const { now } = this;
    const took = now - begun;
    this.meanMs += (took - this.meanMs) * WEIGHT;
    const weight = this.weightOf(line, bytes);
    const rests = this.limits.bytesOfOne !== undefined && Math.round(weight) >= this.mostBesideOthers;
    if (!rests || this.presence.isAlone(line.key, now)) return this.finish(line, weight);
    setTimeout(() => this.finish(line, weight), Math.min(took, LONGEST_REST_MS));
  }

  private finish(line: Line<Work>, weight: number): void {
    const { now } = this;
    this.running -= 1;
    this.waiting.end(line, weight);
    while (this.beginNext(now));
    if (this.load === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private weightOf({ weight }: Line<Work>, bytes: number): number {
    const { bytesOfOne = Infinity } = this.limits;
    const latest = Math.min(Math.max(1, bytes / bytesOfOne), this.mostBesideOthers);
    return weight + (latest - weight) * WEIGHT_OF_BYTES;
  }

  /** Begins the next piece of work that may begin; false when there is none. */
  private beginNext(now: number): boolean {
    const line = this.waiting.next;
    const work = line && this.mayRun(line, now) && this.waiting.takeOldest(line);
    if (!work) return false;
    this.begin(work, line, now);
    return true;
  }
}
