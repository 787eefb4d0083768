import { randomUUID } from 'node:crypto';
import { type Socket, connect } from 'node:net';

/** A request of a load. Connections send the requests of the list in turn, and then start again. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Whether each sending has its own idempotency key. */
  readonly isKeyed?: boolean;
}

/** The part of an answer that a load evaluates. */
export interface Answer {
  readonly status: string;
  /** How long the service asks the sender to wait. Milliseconds. */
  readonly retryAfterMs: number;
}

/** Called by a connection. */
export interface Listener {
  readonly answered: (answer: Answer) => void;
  /** The connection is closed, with or without an error, or could not be opened. */
  readonly ended: () => void;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS_AT = 'HTTP/1.1 '.length;

/**
 * A keep-alive connection, for one request at a time. A bare socket, because the usual clients cost more than what they measure
 * here.
 */
export class Connection {
  /** Resolves when the connection can be used; never if that fails. */
  readonly opened: Promise<void>;
  private readonly socket: Socket;
  private readonly listener: Listener;
  private received: Buffer = Buffer.alloc(0);

  constructor(origin: string, listener: Listener) {
    this.listener = listener;
    const { hostname, port } = new URL(origin);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.opened = new Promise((resolve) => this.socket.once('connect', resolve));
    this.socket.on('data', (chunk) => this.receive(chunk));
    this.socket.on('error', () => this.socket.destroy());
    this.socket.once('close', () => listener.ended());
  }

  send(request: Buffer): void {
    this.socket.write(request);
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const end = this.received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (this.received.length < end + END_OF_HEAD.length + length) return;
    this.received = Buffer.alloc(0);
    const status = head.slice(STATUS_AT, STATUS_AT + 3);
    const asked = status.startsWith('2') ? undefined : /\r\nretry-after: (\d+)/i.exec(head)?.[1];
    this.listener.answered({ status, retryAfterMs: Number(asked ?? 0) * 1000 });
  }
}

/** The bytes of a request; a keyed one gets a new key each time. */
export function bytesOf(
  { method, path, body = '', isKeyed = false }: LoadRequest,
  { origin, token }: { readonly origin: string; readonly token: string },
): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Authorization: Bearer ${token}`,
    ...(isKeyed ? [`Idempotency-Key: ${randomUUID()}`] : []),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === '' && method === 'POST' ? ['Content-Length: 0'] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
