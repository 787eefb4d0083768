import { type Answer, Connection, type LoadRequest, bytesOf } from './connection.ts';

/** The interval of checking which requests are due. Milliseconds. */
const TICK_MS = 1;

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
  /** Other answers, and connections that failed. */
  readonly failed: number;
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
  private began = 0;
  private sent = 0;
  private pending = 0;
  private finish: () => void = () => undefined;

  constructor(load: Surplus) {
    this.load = load;
    this.bytes = load.requests.map((request) => bytesOf(request, load));
  }

  async run(): Promise<Answered> {
    const lanes = Array.from({ length: this.load.connections }, () => new Lane(this.load.origin, this));
    await Promise.all(lanes.map(({ connection }) => connection.opened));
    this.began = performance.now();
    const finished = new Promise<void>((resolve) => (this.finish = resolve));
    setTimeout(() => this.finishIfDone(), this.load.seconds * 1000);
    if (this.load.perSecond === undefined) for (const lane of lanes) this.sendOver(lane, this.began);
    else this.offer(lanes, this.load.perSecond);
    await finished;
    for (const { connection } of lanes) connection.close();
    return this.answered;
  }

  /** Records an answer, or a failure, on a lane, timed from when the request was due. */
  receive(lane: Lane, answer: Answer | undefined): void {
    this.pending -= 1;
    const took = performance.now() - lane.dueAt;
    if (answer?.status.startsWith('2')) this.answered.useful.push(took);
    else if (answer && answer.retryAfterMs > 0) this.answered.refused.push(took);
    else this.answered.failed += 1;
    this.reuse(lane, answer?.retryAfterMs ?? 0);
    this.finishIfDone();
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

  private finishIfDone(): void {
    if (this.isOver && this.pending === 0) this.finish();
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

  private sendOver(lane: Lane, dueAt: number): void {
    if (this.load.perSecond === undefined && this.isOver) return;
    lane.dueAt = dueAt;
    this.pending += 1;
    const bytes = this.bytes[this.sent % this.bytes.length];
    this.sent += 1;
    if (bytes) lane.connection.send(bytes);
  }
}

class Lane {
  dueAt = 0;
  readonly connection: Connection;

  constructor(origin: string, sender: Sender) {
    this.connection = new Connection(origin, {
      answered: (answer) => sender.receive(this, answer),
      ended: (failed) => failed && sender.receive(this, undefined),
    });
  }
}
