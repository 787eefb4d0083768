import { type Socket, connect } from 'node:net';

/** A request of a load; the list of requests is repeated. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The target of a load. */
export interface Load {
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
  readonly failed: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Sends a load over keep-alive connections, each waiting for the response before its next request. Written on bare sockets:
 * the usual load tools cost more than what they measure here, and count in whole milliseconds.
 */
export async function send(load: Load): Promise<LoadResult> {
  const bytes = load.requests.map((request) => bytesOf(request, load));
  const began = performance.now();
  const until = began + load.seconds * 1000;
  const lanes = Array.from(
    { length: load.connections },
    (_, lane) => new Lane(load.origin, bytes, lane, until),
  );
  await Promise.all(lanes.map((lane) => lane.run()));
  const elapsed = (performance.now() - began) / 1000;
  const times = lanes.flatMap((lane) => lane.times).sort((a, b) => a - b);
  const failed = lanes.reduce((sum, lane) => sum + lane.failed, 0);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), requests: times.length, failed };
}

/** One connection. */
class Lane {
  readonly times: number[] = [];
  failed = 0;
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private sentAt = 0;
  private finish: () => void = () => undefined;

  private readonly requests: readonly Buffer[];
  private readonly until: number;
  private next: number;

  constructor(origin: string, requests: readonly Buffer[], lane: number, until: number) {
    this.requests = requests;
    this.until = until;
    this.next = lane * 7;
    const { hostname, port } = new URL(origin);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.socket.on('connect', () => this.send());
      this.socket.on('data', (chunk) => this.take(chunk));
      this.socket.on('error', () => this.end(1));
      this.socket.on('close', () => this.end(0));
    });
  }

  private send(): void {
    if (performance.now() >= this.until) return this.end(0);
    this.sentAt = performance.now();
    this.socket.write(this.requests[this.next % this.requests.length] ?? Buffer.alloc(0));
    this.next += 1;
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const head = this.received.indexOf(END_OF_HEAD);
    if (head < 0) return;
    const text = this.received.toString('latin1', 0, head);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    if (this.received.length < head + END_OF_HEAD.length + length) return;
    this.times.push(performance.now() - this.sentAt);
    if (!text.startsWith('HTTP/1.1 2')) this.failed += 1;
    this.received = Buffer.alloc(0);
    this.send();
  }

  private end(failures: number): void {
    this.failed += failures;
    this.socket.destroy();
    this.finish();
  }
}

function bytesOf({ method, path, body = '' }: LoadRequest, { origin, token }: Load): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Authorization: Bearer ${token}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === '' && method === 'POST' ? ['Content-Length: 0'] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
