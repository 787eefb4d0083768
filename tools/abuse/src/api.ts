import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 250;
const PATIENCE_MS = 60_000;

/** The body of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Sends the requests that prepare a run. A request that cannot be answered now is repeated, and takes effect once. */
export class Api {
  readonly baseUrl: string;
  readonly token: string;

  constructor(baseUrl: string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: object | string | FormData = {}): Promise<Answer> {
    return this.send('POST', path, body);
  }

  private async send(method: string, path: string, body?: object | string | FormData): Promise<Answer> {
    const until = Date.now() + PATIENCE_MS;
    const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    for (;;) {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...key,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Answer;
      if (!isForNow(response.status, text) || Date.now() > until)
        throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
      await sleep(RETRY_MS);
    }
  }
}

function isForNow(status: number, text: string): boolean {
  return [429, 503, 504].includes(status) || (status === 409 && text.includes('still running'));
}

function isReady(body: object | string): body is string | FormData {
  return typeof body === 'string' || body instanceof FormData;
}

/** A field of an answer that is a text. */
export function textIn(answer: unknown, field: string): string {
  const value = (answer as Answer)[field];
  if (typeof value !== 'string') throw new Error(`The answer has no text "${field}".`);
  return value;
}
