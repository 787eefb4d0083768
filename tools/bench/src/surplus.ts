import { type Answer, Connection, type LoadRequest, bytesOf } from './connection.ts';

/** The interval of checking which requests are due. Milliseconds. */
const TICK_MS = 1;
/** The pause before a connection that ended is replaced. Milliseconds. */
const RECONNECT_MS = 100;

/** A load of more requests than can be served. */
export interface Surplus {
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  /**
   * This many requests are due every second, whether or not the previous ones were answered. Without it, each connection
   * sends its next request after an answer; after a refusal, it waits as long as that asks, and a random time of up to as
   * long again, as good clients do.
   */
  readonly perSecond?: number;
}

/** The answers to a surplus, by how long each took after its request was due. Milliseconds. */
export interface Answered {
  readonly useful: number[];
  readonly refused: number[];
  /** Other answers, and requests without one: their connection ended, or there was none any more. */
  readonly failed: number;
  /** The time from the first request until the last answer. */
  readonly seconds: number;
}

/** Sends a surplus, and resolves with the last answer. */
export function sendSurplus(load: Surplus): Promise<Answered> {
  return new Sender(load).run();
}

class Sender {
  private readonly answered = { useful: new Array<number>(), refused: new Array<number>(), failed: 0 };
  private readonly load: Surplus;
  private readonly bytes: readonly Buffer[];
  private readonly idle: Lane[] = [];
  /** The times at which the requests that wait for a connection were due. */
  private due: number[] = [];
  private taken = 0;
  private began = Number.POSITIVE_INFINITY;
  private sent = 0;
  private pending = 0;
  private finish: () => void = () => undefined;

  constructor(load: Surplus) {
    this.load = load;
    this.bytes = load.requests.map((request) => bytesOf(request, load));
  }

  async run(): Promise<Answered> {
    const lanes = Array.from({ length: this.load.connections }, () => new Lane(this.load.origin, this));
    await Promise.all(lanes.map((lane) => lane.connect()));
    this.began = performance.now();
    const finished = new Promise<void>((resolve) => (this.finish = resolve));
    setTimeout(() => this.finishIfDone(), this.load.seconds * 1000 + TICK_MS);
    const open = lanes.filter(({ isOpen }) => isOpen);
    if (this.load.perSecond === undefined) for (const lane of open) this.sendOver(lane, this.began);
    else this.offer(open, this.load.perSecond);
    await finished;
    const seconds = (performance.now() - this.began) / 1000;
    for (const lane of lanes) lane.close();
    return { ...this.answered, seconds };
  }

  /** Records an answer on a lane, timed from when the request was due. */
  receive(lane: Lane, { status, retryAfterMs }: Answer): void {
    this.pending -= 1;
    const took = performance.now() - lane.dueAt;
    if (status.startsWith('2')) this.answered.useful.push(took);
    else if (retryAfterMs > 0) this.answered.refused.push(took);
    else this.answered.failed += 1;
    this.reuse(lane, retryAfterMs);
    this.finishIfDone();
  }

  /** Records that a lane's connection ended, with the request under way, and replaces it. */
  lose(lane: Lane, wasBusy: boolean): void {
    if (wasBusy) {
      this.pending -= 1;
      this.answered.failed += 1;
    }
    if (this.idle.includes(lane)) this.idle.splice(this.idle.indexOf(lane), 1);
    if (this.isOver) return this.finishIfDone();
    setTimeout(() => void this.replace(lane), RECONNECT_MS);
  }

  private async replace(lane: Lane): Promise<void> {
    if (this.isOver) return;
    await lane.connect();
    if (lane.isOpen && Number.isFinite(this.began)) this.reuse(lane, 0);
  }

  private reuse(lane: Lane, pauseMs: number): void {
    if (this.load.perSecond === undefined) {
      if (pauseMs === 0) this.sendOver(lane, performance.now());
      else setTimeout(() => this.sendOver(lane, performance.now()), pauseMs * (1 + Math.random()));
      return;
    }
    const next = this.nextDue();
    if (next === undefined) this.idle.push(lane);
    else this.sendOver(lane, next);
  }

  private nextDue(): number | undefined {
    const next = this.due[this.taken];
    if (next === undefined) return undefined;
    this.taken += 1;
    if (this.taken === this.due.length) [this.due, this.taken] = [[], 0];
    return next;
  }

  /** What is still due when nothing is under way any more has no connection. */
  private finishIfDone(): void {
    if (!this.isOver || this.pending > 0) return;
    this.answered.failed += this.due.length - this.taken;
    [this.due, this.taken] = [[], 0];
    this.finish();
  }

  private get isOver(): boolean {
    return performance.now() - this.began >= this.load.seconds * 1000;
  }

  private offer(lanes: readonly Lane[], perSecond: number): void {
    this.idle.push(...lanes);
    let offered = 0;
    const timer = setInterval(() => {
      if (this.isOver) return clearInterval(timer);
      const until = ((performance.now() - this.began) / 1000) * perSecond;
      for (; offered < until; offered += 1) {
        const dueAt = this.began + (offered / perSecond) * 1000;
        const lane = this.idle.pop();
        if (lane) this.sendOver(lane, dueAt);
        else this.due.push(dueAt);
      }
    }, TICK_MS);
  }

  /** Sends the next request, unless it is too late, or the lane's connection was replaced during its pause. */
  private sendOver(lane: Lane, dueAt: number): void {
    if (this.load.perSecond === undefined && this.isOver) return this.finishIfDone();
    const bytes = this.bytes[this.sent % this.bytes.length];
    if (bytes === undefined || !lane.isOpen || lane.isBusy) return;
    this.pending += 1;
    this.sent += 1;
    lane.send(bytes, dueAt);
  }
}

/** A connection, and another one after its end. */
class Lane {
  dueAt = 0;
  isOpen = false;
  isBusy = false;
  private readonly origin: string;
  private readonly sender: Sender;
  private connection: Connection | undefined;

  constructor(origin: string, sender: Sender) {
    this.origin = origin;
    this.sender = sender;
  }

  /** Resolves when the connection is open, or cannot be opened. */
  connect(): Promise<void> {
    return new Promise((resolve) => {
      this.connection = new Connection(this.origin, {
        answered: (answer) => {
          this.isBusy = false;
          this.sender.receive(this, answer);
        },
        ended: () => {
          const wasBusy = this.isBusy;
          [this.isOpen, this.isBusy] = [false, false];
          resolve();
          this.sender.lose(this, wasBusy);
        },
      });
      void this.connection.opened.then(() => {
        this.isOpen = true;
        resolve();
      });
    });
  }

  send(bytes: Buffer, dueAt: number): void {
    this.dueAt = dueAt;
    this.isBusy = true;
    this.connection?.send(bytes);
  }

  close(): void {
    this.connection?.close();
  }
}
