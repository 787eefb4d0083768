import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** One sending of a request, as seen by the client. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  /** Null when no response arrived. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** The body of a failure, or the reason for the missing response. */
  readonly reason: string;
  /** By the clock of `performance.now`. Milliseconds. */
  readonly began: number;
  readonly ended: number;
}

/** How a client retries, and who is notified of each attempt. */
export interface ClientOptions {
  /** The pause after an attempt without a definite response. Milliseconds. */
  readonly retryMs: number;
  readonly onAttempt: (attempt: Attempt) => void;
  /** A request without a definite response for so long rejects; by default after five minutes. Milliseconds. */
  readonly longestMs?: number;
  /** Once aborted, requests without a definite response reject with its reason. */
  readonly signal?: AbortSignal;
}

/** The default options of clients. */
export const USUAL: ClientOptions = { retryMs: 100, onAttempt: () => undefined };
/** Longer than the product's deadline. Milliseconds. */
const GIVEN_UP_MS = 15_000;
/** Longer than any fault, with the recovery from it. Milliseconds. */
const LONGEST_MS = 300_000;

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
  private readonly options: ClientOptions;

  constructor(baseUrl: () => string, token: string, options: ClientOptions = USUAL) {
    this.baseUrl = baseUrl;
    this.token = token;
    this.options = options;
  }

  /** Reads once, without retries, and ignores the response. */
  async look(path: string): Promise<void> {
    await this.send('GET', path, undefined, undefined).catch(() => undefined);
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  /** Sends a POST that takes effect once, however often it is sent. */
  post(path: string, body: object = {}): Promise<Answer> {
    return this.request('POST', path, JSON.stringify(body), randomUUID());
  }

  /** Sends a PATCH that takes effect once, however often it is sent. */
  patch(path: string, body: object): Promise<Answer> {
    return this.request('PATCH', path, JSON.stringify(body), randomUUID());
  }

  /** Uploads a file as a document with a metadata pair. Returns the document's id. */
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

  /** Deletes; succeeds even if an earlier attempt, whose response was lost, has already done so. */
  async delete(path: string): Promise<void> {
    await this.request('DELETE', path).catch((error: unknown) => {
      if (!(error instanceof Refused && error.status === 404)) throw error;
    });
  }

  /** The text of the body at a path, with retries. */
  async text(path: string): Promise<string> {
    return String((await this.request('GET', path))['text']);
  }

  private async request(
    method: string,
    path: string,
    body?: string | FormData,
    key?: string,
  ): Promise<Answer> {
    const { retryMs, signal, longestMs = LONGEST_MS } = this.options;
    for (const until = performance.now() + longestMs; performance.now() < until;) {
      signal?.throwIfAborted();
      const answer = await this.send(method, path, body, key).catch((error: unknown) => {
        if (error instanceof Refused) throw error;
        return undefined;
      });
      if (answer) return answer;
      await sleep(retryMs, undefined, { ...(signal ? { signal } : {}) }).catch(() => undefined);
    }
    throw new Error(`${method} ${path} had no definite response for ${longestMs / 1_000} s.`);
  }

  /** Sends a request once. Undefined if its outcome is unknown. @throws Refused */
  private async send(
    method: string,
    path: string,
    body: string | FormData | undefined,
    key: string | undefined,
  ): Promise<Answer | undefined> {
    const began = performance.now();
    const record = (status: number | null, reason: string, retryAfter: string | null = null): void =>
      this.options.onAttempt({ method, path, status, retryAfter, reason, began, ended: performance.now() });
    let response: Response;
    let text: string;
    try {
      response = await this.fetch(method, path, body, key);
      text = await response.text();
    } catch (error) {
      record(null, reasonOf(error));
      throw error;
    }
    record(response.status, response.ok ? '' : text, response.headers.get('retry-after'));
    if (response.ok) return response.status === 204 ? {} : readAnswer(response, text);
    const stillRunning = response.status === 409 && text.includes('still running');
    if (response.status >= 500 || stillRunning) return undefined;
    throw new Refused(`${method} ${path}: ${response.status} ${text}`, response.status);
  }

  private fetch(
    method: string,
    path: string,
    body: string | FormData | undefined,
    key: string | undefined,
  ): Promise<Response> {
    return fetch(`${this.baseUrl()}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function readAnswer(response: Response, text: string): Answer {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? (JSON.parse(text) as Answer) : { text };
}

const PAGE = 1000;

/** The items of all pages of a list. */
export async function everything(client: Client, path: string): Promise<Answer[]> {
  const all: Answer[] = [];
  for (;;) {
    const { count, results } = await client.get(`${path}?limit=${PAGE}&offset=${all.length}`);
    all.push(...(results as Answer[]));
    if (all.length >= Number(count) || (results as Answer[]).length === 0) return all;
  }
}
