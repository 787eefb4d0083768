import { type Answer, Connection, type LoadRequest, bytesOf } from './connection.ts';

/** The target of a load. */
export interface Load {
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  /** The index of the first request to send; by default 0. */
  readonly from?: number;
  readonly connections: number;
  readonly seconds: number;
  /** How long a connection waits after each response; by default 0. Milliseconds. */
  readonly pauseMs?: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
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
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const refused = refusedBy(lanes);
  return {
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
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
  private readonly pauseMs: number;
  private readonly take: () => Buffer;
  private readonly until: number;
  private sentAt = 0;
  private finish: () => void = () => undefined;

  constructor({ origin, pauseMs = 0 }: Load, take: () => Buffer, until: number) {
    this.take = take;
    this.until = until;
    this.pauseMs = pauseMs;
    this.connection = new Connection(origin, {
      answered: (answer) => this.receive(answer),
      ended: (failed) => this.end(failed ? 1 : 0),
    });
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      void this.connection.opened.then(() => this.send());
    });
  }

  private send(): void {
    if (performance.now() >= this.until) return this.end(0);
    this.sentAt = performance.now();
    this.connection.send(this.take());
  }

  private receive({ status }: Answer): void {
    this.times.push(performance.now() - this.sentAt);
    this.count(status);
    if (this.pauseMs === 0) this.send();
    else setTimeout(() => this.send(), this.pauseMs);
  }

  private count(status: string): void {
    if (status.startsWith('2')) return;
    this.failed += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  private end(failures: number): void {
    this.failed += failures;
    this.connection.close();
    this.finish();
  }
}
