import { setTimeout as sleep } from 'node:timers/promises';
import { type Bytes, Connection } from './connection.ts';
import { type Outcome, Tally } from './tally.ts';

/** How long a lane waits before it replaces a connection that was closed. Milliseconds. */
const RECONNECT_MS = 20;

/** An attack under way: its connections, and the outcomes of its requests. */
export class Attack {
  readonly tally = new Tally();
  private readonly connections = new Set<Connection>();
  private readonly ending = new AbortController();
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  get over(): boolean {
    return this.ending.signal.aborted;
  }

  /** Closes all connections; answers that they were waiting for are not counted. */
  end(): void {
    this.ending.abort();
    for (const connection of this.connections) connection.close();
  }

  /** A connection that is closed when the attack ends. */
  connect(): Connection {
    const connection = new Connection(this.origin);
    this.connections.add(connection);
    if (this.over) connection.close();
    return connection;
  }

  /** Sends requests over this many connections, on each one after the previous answer, until the attack ends. */
  async flood(connections: number, next: (n: number) => Bytes): Promise<void> {
    let sent = 0;
    const lane = async (): Promise<void> => {
      let connection = this.connect();
      while (!this.over) {
        if (!connection.open) connection = await this.reconnect(connection);
        this.count(await connection.exchange(next(sent++)));
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
  }

  /** Counts an outcome, unless the end of the attack caused it. */
  count(outcome: Outcome): void {
    if (!this.over) this.tally.add(outcome);
  }

  /** Resolves after so many milliseconds, or when the attack ends. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }

  private async reconnect(closed: Connection): Promise<Connection> {
    this.connections.delete(closed);
    await this.pause(RECONNECT_MS);
    return this.connect();
  }
}
