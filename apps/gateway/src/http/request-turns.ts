import type { IncomingMessage } from 'node:http';
import { FairQueue } from '@pks/platform/process';
import { Counts } from './counts.ts';

/** How many requests begin in one round of the event loop. */
const AT_ONCE = 32;
/** The same while connections are being opened: Node.js accepts one connection a round, so rounds have to be short. */
const AT_ONCE_WHILE_OPENING = 4;
/** How many requests of one connection may wait: a client that sends more without reading an answer is disconnected. */
const MOST_OF_CONNECTION = 64;

type Arrived = Pick<IncomingMessage, 'socket'>;

/** Begins a request that has waited for this long. Milliseconds. */
type Begin = (waitedMs: number) => void;

interface Waiting {
  readonly request: Arrived;
  readonly arrivedAt: number;
  readonly begin: Begin;
}

/**
 * Begins requests as they arrive, but only some in one round of the event loop. The others wait for the next round, in a line for
 * each tenant: a client that sends over thousands of connections, and again at once when refused, delays others by one round, not by
 * all of those connections.
 */
export class RequestTurns {
  private readonly waiting = new FairQueue<Waiting>();
  /** How many requests of each connection wait. */
  private readonly connections = new Counts<Arrived['socket']>();
  /** How many requests have begun in this round; 0 while nothing arrives. */
  private begun = 0;
  private atOnce = AT_ONCE;

  /** A connection was accepted: the next one may already be waiting. */
  noteConnection(): void {
    this.atOnce = AT_ONCE_WHILE_OPENING;
  }

  /** Begins a request, now or when its line's turn comes; never if its connection closes first. */
  take(request: Arrived, lineOf: () => string, begin: Begin): void {
    if (this.begun >= this.atOnce || this.waiting.waiting > 0) {
      return this.wait({ request, begin, arrivedAt: performance.now() }, lineOf());
    }
    if (this.begun === 0) this.expectNextRound();
    this.begun += 1;
    begin(0);
  }

  private wait(waiting: Waiting, key: string): void {
    const { socket } = waiting.request;
    if (this.connections.of(socket) >= MOST_OF_CONNECTION) return void socket.destroy();
    this.connections.change(socket, 1);
    this.waiting.add(this.waiting.lineOf(key), waiting);
  }

  private expectNextRound(): void {
    setImmediate(() => this.beginNextRound());
  }

  private beginNextRound(): void {
    this.begun = 0;
    while (this.begun < this.atOnce && this.beginNext()) this.begun += 1;
    this.atOnce = AT_ONCE;
    if (this.begun > 0) this.expectNextRound();
  }

  /** Begins the next waiting request, and moves its line behind the others; false if none waits. */
  private beginNext(): boolean {
    const line = this.waiting.next;
    const waiting = line && this.waiting.takeOldest(line);
    if (!waiting) return false;
    this.waiting.begin(line);
    this.waiting.end(line);
    const { socket } = waiting.request;
    this.connections.change(socket, -1);
    if (!socket.destroyed) waiting.begin(performance.now() - waiting.arrivedAt);
    return true;
  }
}
