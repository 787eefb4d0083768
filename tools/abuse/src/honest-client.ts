import { Agent, request } from 'node:http';
import { ADDRESSES } from './request.ts';

/** Longer than any answer of the product takes: it answers within its deadline, a minute in the test, or not at all. Milliseconds. */
const PATIENCE_MS = 70_000;

/** A request of the honest user. */
export interface HonestRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly body?: string | Buffer;
  readonly type?: string;
  /** Sent over a connection of its own. */
  readonly anew?: boolean;
}

/** An answer; status 0 if there was none. */
export interface HonestAnswer {
  readonly status: number;
  readonly text: string;
}

/** A client that keeps its connections, and opens another if all of them are busy. */
export class HonestClient {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  send({ method, path, token, body, type = 'application/json', anew }: HonestRequest): Promise<HonestAnswer> {
    const headers = {
      'x-forwarded-for': ADDRESSES.honest,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    return new Promise((resolve) => {
      const agent = anew ? false : this.agent;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const sent = request(this.baseUrl + path, { method, headers, agent, signal }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', () => resolve({ status: 0, text: '' }));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
      });
      sent.on('error', () => resolve({ status: 0, text: '' }));
      sent.end(body);
    });
  }
}
