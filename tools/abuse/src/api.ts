import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 250;
const PATIENCE_MS = 60_000;

/** The body of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Sends the requests that prepare a run, one after the other; a refusal for the time being is waited for. */
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
    for (;;) {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Answer;
      if (![429, 503, 504].includes(response.status) || Date.now() > until)
        throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
      await sleep(RETRY_MS);
    }
  }
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
