import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 100;

/** What the API answered to a request that it carried out. */
export type Answer = Readonly<Record<string, unknown>>;

/** An answer that no repetition would change, and that nobody expected. */
export class Refused extends Error {
  readonly status: number;

  constructor(sentence: string, status: number) {
    super(sentence);
    this.status = status;
  }
}

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

  /** A file as a document, with a pair of metadata. Gives its id. */
  async upload(
    path: string,
    name: string,
    content: string,
    pair: readonly [string, string],
  ): Promise<string> {
    const form = new FormData();
    form.append('files', new Blob([content], { type: 'text/plain' }), name);
    form.append('files_metadata', JSON.stringify([[pair]]));
    const answer: unknown = await this.ask('POST', path, form, randomUUID());
    return String((answer as readonly Answer[])[0]?.['id']);
  }

  /** Also where it was deleted by an attempt whose answer was lost. */
  async delete(path: string): Promise<void> {
    await this.ask('DELETE', path).catch((error: unknown) => {
      if (!(error instanceof Refused && error.status === 404)) throw error;
    });
  }

  /** What there is under a path, as it is. */
  async text(path: string): Promise<string> {
    return String((await this.ask('GET', path))['text']);
  }

  private async ask(method: string, path: string, body?: string | FormData, key?: string): Promise<Answer> {
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
    body: string | FormData | undefined,
    key: string | undefined,
  ): Promise<Answer | undefined> {
    const response = await fetch(`${this.baseUrl()}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (response.ok) return response.status === 204 ? {} : readAnswer(response, text);
    const stillRunning = response.status === 409 && text.includes('still running');
    if (response.status >= 500 || stillRunning) return undefined;
    throw new Refused(`${method} ${path}: ${response.status} ${text}`, response.status);
  }
}

function readAnswer(response: Response, text: string): Answer {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? (JSON.parse(text) as Answer) : { text };
}
