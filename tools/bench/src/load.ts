import { type Answer, Connection, type LoadRequest, bytesOf } from './connection.ts';
import { percentile } from './percentile.ts';

/** The target of a load. */
export interface Load {
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  /** The index of the first request to send; by default 0. */
  readonly from?: number;
  readonly connections: number;
  readonly seconds: number;
  /**
   * A request is due so often on each connection; by default, as soon as the previous one is answered. Times of requests
   * that had to wait for an earlier answer are from when they were due. Milliseconds.
   */
  readonly intervalMs?: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
  /** Responses other than 2xx, and connections that ended before the load did: each loads nothing any more. */
  readonly failed: number;
  /** The number of responses other than 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>;
}

/**
 * Sends a load over keep-alive connections, each of which waits for a response before its next request. Uses bare sockets,
 * because the usual load tools cost more than what they measure here, and count in whole milliseconds.
 */
export async function send(load: Load): Promise<LoadResult> {
  const bytes = load.requests.map((request) =>
    request.isKeyed ? (): Buffer => bytesOf(request, load) : always(bytesOf(request, load)),
  );
  let next = load.from ?? 0;
  const take = (): Buffer => bytes[next++ % bytes.length]?.() ?? Buffer.alloc(0);
  const began = performance.now();
  const until = began + load.seconds * 1000;
  const lanes = Array.from({ length: load.connections }, () => new Lane(load, take, until));
  await Promise.all(lanes.map((lane) => lane.run()));
  const elapsed = (performance.now() - began) / 1000;
  const times = lanes.flatMap((lane) => lane.times).sort((a, b) => a - b);
  const failed = lanes.reduce((sum, lane) => sum + lane.failed, 0);
  const refused = refusedBy(lanes);
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: times.length,
    failed,
    refused,
  };
}

function always<T>(value: T): () => T {
  return () => value;
}

function refusedBy(lanes: readonly Lane[]): Record<string, number> {
  const refused: Record<string, number> = {};
  for (const { statuses } of lanes) {
    for (const [status, count] of statuses) refused[status] = (refused[status] ?? 0) + count;
  }
  return refused;
}

/** One connection. */
class Lane {
  readonly times: number[] = [];
  /** The number of responses other than 2xx, by status. */
  readonly statuses = new Map<string, number>();
  failed = 0;
  private readonly connection: Connection;
  private readonly intervalMs: number;
  private readonly take: () => Buffer;
  private readonly until: number;
  /** When the request under way was due. */
  private dueAt = 0;
  private isOver = false;
  private finish: () => void = () => undefined;

  constructor({ origin, intervalMs = 0 }: Load, take: () => Buffer, until: number) {
    this.take = take;
    this.until = until;
    this.intervalMs = intervalMs;
    this.connection = new Connection(origin, {
      answered: (answer) => this.receive(answer),
      ended: () => this.end(1),
    });
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      void this.connection.opened.then(() => this.send(performance.now()));
    });
  }

  private send(dueAt: number): void {
    if (dueAt >= this.until) return this.end(0);
    this.dueAt = dueAt;
    this.connection.send(this.take());
  }

  private receive({ status }: Answer): void {
    const now = performance.now();
    this.times.push(now - this.dueAt);
    this.count(status);
    const next = this.intervalMs === 0 ? now : this.dueAt + this.intervalMs;
    if (next <= now) this.send(next);
    else setTimeout(() => this.send(performance.now()), next - now);
  }

  private count(status: string): void {
    if (status.startsWith('2')) return;
    this.failed += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  private end(failures: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.failed += failures;
    this.connection.close();
    this.finish();
  }
}
