import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 100;

/** The body of a successful response. */
export type Answer = Readonly<Record<string, unknown>>;

/** An unexpected response that no retry would change. */
export class Refused extends Error {
  readonly status: number;

  constructor(sentence: string, status: number) {
    super(sentence);
    this.status = status;
  }
}

/** A client that retries the same request with the same idempotency key until it gets a definite response. */
export class Client {
  private readonly baseUrl: () => string;
  private readonly token: string;

  constructor(baseUrl: () => string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  /** Takes effect once, however often it is sent. */
  post(path: string, body: object = {}): Promise<Answer> {
    return this.request('POST', path, JSON.stringify(body), randomUUID());
  }

  /** The same for a change. */
  patch(path: string, body: object): Promise<Answer> {
    return this.request('PATCH', path, JSON.stringify(body), randomUUID());
  }

  /** Uploads a file as a document, with a pair of metadata. Returns its id. */
  async upload(
    path: string,
    name: string,
    content: string,
    pair: readonly [string, string],
  ): Promise<string> {
    const form = new FormData();
    form.append('files', new Blob([content], { type: 'text/plain' }), name);
    form.append('files_metadata', JSON.stringify([[pair]]));
    const answer: unknown = await this.request('POST', path, form, randomUUID());
    return String((answer as readonly Answer[])[0]?.['id']);
  }

  /** Succeeds also when an attempt whose response was lost has deleted it. */
  async delete(path: string): Promise<void> {
    await this.request('DELETE', path).catch((error: unknown) => {
      if (!(error instanceof Refused && error.status === 404)) throw error;
    });
  }

  /** The body of a path, without retries. */
  async text(path: string): Promise<string> {
    return String((await this.request('GET', path))['text']);
  }

  private async request(
    method: string,
    path: string,
    body?: string | FormData,
    key?: string,
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.send(method, path, body, key).catch((error: unknown) => {
        if (error instanceof Refused) throw error;
        return undefined;
      });
      if (answer) return answer;
      await sleep(RETRY_MS);
    }
  }

  /** Undefined when its outcome is unknown. @throws Refused */
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

const PAGE = 1000;

/** All pages of a list. */
export async function everything(client: Client, path: string): Promise<Answer[]> {
  const all: Answer[] = [];
  for (;;) {
    const { count, results } = await client.get(`${path}?limit=${PAGE}&offset=${all.length}`);
    all.push(...(results as Answer[]));
    if (all.length >= Number(count) || (results as Answer[]).length === 0) return all;
  }
}
