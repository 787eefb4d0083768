import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 100;

/** What the API answered to a request that it carried out. */
export type Answer = Readonly<Record<string, unknown>>;

/** An answer that no repetition would change, and that nobody expected. */
export class Refused extends Error {}

/** Asks as a patient client does: the same request under the same key, until the product says what became of it. */
export class Client {
  private readonly baseUrl: () => string;
  private readonly token: string;

  constructor(baseUrl: () => string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }

  /** Takes effect once, however often it had to be sent. */
  post(path: string, body: object = {}): Promise<Answer> {
    return this.ask('POST', path, JSON.stringify(body), randomUUID());
  }

  /** The same of a change. */
  patch(path: string, body: object): Promise<Answer> {
    return this.ask('PATCH', path, JSON.stringify(body), randomUUID());
  }

  private async ask(method: string, path: string, body?: string, key?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.send(method, path, body, key).catch((error: unknown) => {
        if (error instanceof Refused) throw error;
        return undefined;
      });
      if (answer) return answer;
      await sleep(RETRY_MS);
    }
  }

  /** Undefined when it is not known what became of it. @throws Refused */
  private async send(
    method: string,
    path: string,
    body: string | undefined,
    key: string | undefined,
  ): Promise<Answer | undefined> {
    const response = await fetch(`${this.baseUrl()}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(key === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as Answer;
    const stillRunning = response.status === 409 && text.includes('still running');
    if (response.status >= 500 || stillRunning) return undefined;
    throw new Refused(`${method} ${path}: ${response.status} ${text}`);
  }
}
