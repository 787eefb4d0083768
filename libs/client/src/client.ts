import { deletion } from './deletions.ts';
import { errorOf } from './errors.ts';
import { SILENCE_MS, eventsOf } from './events.ts';
import { newKey } from './keys.ts';
import { RETRIES, type Retries, withRetries } from './retries.ts';
import type {
  Answer,
  Args,
  AskPath,
  CallOptions,
  FilePath,
  Item,
  ListArgs,
  Method,
  Page,
  PagedPath,
  PathOf,
  StreamEvent,
  StreamPath,
} from './types.ts';
import { ANSWERS_WITHIN_MS, begunWithin } from './waiting.ts';

/** Where the service is, and as whom it is called. */
export interface ClientOptions {
  /** With `/api/v1`; a slash behind it changes nothing. */
  readonly baseUrl: string;
  /**
   * A user token, an API key or an OAuth access token. In pages of the service, leave it out: their session is in a cookie. Programs
   * leave it out to log in.
   */
  readonly token?: string;
  readonly retries?: Partial<Retries>;
  /** A stream of which nothing comes for so long, not even a heartbeat, is opened again after its last event. Milliseconds; 40,000 without it, `Infinity` for ever. */
  readonly silenceMs?: number;
  /**
   * A call whose answer has not begun by then is repeated where that is safe, or fails. Each 16 KiB of a body in JSON take another
   * second, a `FormData` any time. While an attempt without an answer is still running, its repetition waits as long. Milliseconds;
   * without it 60,000, or 130,000 for the whole answer of an agent; `Infinity` for ever.
   */
  readonly answersWithinMs?: number;
  /** In place of the platform's. */
  readonly fetch?: typeof fetch;
}

/** Of calls that wait for an agent: more than the service takes for them. */
const LONGER_MS: ReadonlyMap<string, number> = new Map([
  ['/projects/{project_id}/playground-conversations/{conversation_id}/messages/', 130_000],
]);
/** A body may arrive as slowly as 16 KiB a second. */
const BYTES_A_MS = 16.384;

interface Given extends CallOptions {
  readonly path?: object;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Within which each attempt has to be answered. Milliseconds. */
  readonly beginsWithinMs?: number;
  /** Whether 304 is an answer. */
  readonly mayBeUnchanged?: boolean;
}

/**
 * Calls the API by its paths. Every call is retried as the API means it, and throws `ApiError` for an answer that is an error,
 * or `Unreachable` when there is none of the service.
 */
export class Client {
  private readonly baseUrl: string;
  private readonly retries: Retries;

  constructor(private readonly options: ClientOptions) {
    this.baseUrl = options.baseUrl.replace(/\/$/, '');
    this.retries = { ...RETRIES, ...options.retries };
  }

  get<P extends PathOf<'get'>>(path: P, ...[init]: Args<'get', P>): Promise<Answer<'get', P>> {
    return this.json('get', path, init);
  }

  post<P extends PathOf<'post'>>(path: P, ...[init]: Args<'post', P>): Promise<Answer<'post', P>> {
    return this.json('post', path, init);
  }

  patch<P extends PathOf<'patch'>>(path: P, ...[init]: Args<'patch', P>): Promise<Answer<'patch', P>> {
    return this.json('patch', path, init);
  }

  delete<P extends PathOf<'delete'>>(path: P, ...[init]: Args<'delete', P>): Promise<Answer<'delete', P>> {
    return this.json('delete', path, init);
  }

  /** One page of a list: the one that the `next` of another names, or else the one that `query` names. A body is sent for each. */
  page<P extends PagedPath>(path: P, next: string | null, ...[init]: ListArgs<P>): Promise<Page<Item<P>>> {
    const given: Given = init ?? {};
    const query = next === null ? given.query : Object.fromEntries(new URL(next).searchParams);
    return this.json(given.body === undefined ? 'get' : 'post', path, { ...given, query });
  }

  /** The pages of a list, from the one that `query` names on, each requested when it is needed. */
  async *pages<P extends PagedPath>(path: P, ...args: ListArgs<P>): AsyncGenerator<Page<Item<P>>, void> {
    let next: string | null = null;
    do {
      const page: Page<Item<P>> = await this.page(path, next, ...args);
      yield page;
      next = page.next;
    } while (next !== null);
  }

  /** What a list consists of, page by page. What is created or deleted meanwhile may be missed or repeated at the borders. */
  async *items<P extends PagedPath>(path: P, ...args: ListArgs<P>): AsyncGenerator<Item<P>, void> {
    for await (const page of this.pages(path, ...args)) yield* page.results;
  }

  /** The bytes of a file; without any, and with the status 304, where it still has the `ETag` that is sent as `if-none-match`. */
  file<P extends FilePath>(path: P, ...[init]: Args<'get', P>): Promise<Response> {
    const given: Given = init ?? {};
    return this.answer('get', path, { ...given, mayBeUnchanged: true });
  }

  /** The events of a stream; after an interruption it continues after the last of them. An `end` event is the last, and says why. */
  events<P extends StreamPath>(path: P, ...[init]: Args<'get', P>): AsyncGenerator<StreamEvent, void> {
    return this.stream('get', path, init);
  }

  /** Asks, and streams the answer until it is `done`, or until `end`; after an interruption it continues, and nothing is asked twice. */
  ask<P extends AskPath>(path: P, ...[init]: Args<'post', P>): AsyncGenerator<StreamEvent, void> {
    return this.stream('post', path, init);
  }

  private stream(method: 'get' | 'post', path: string, init: Given = {}): AsyncGenerator<StreamEvent, void> {
    const { silenceMs = SILENCE_MS } = this.options;
    const given = { idempotencyKey: newKey(), ...init, beginsWithinMs: silenceMs };
    const open = (lastEventId: string | undefined): Promise<Response> => {
      const after = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      return this.answer(method, path, { ...given, headers: { ...given.headers, ...after } });
    };
    return eventsOf(open, { retries: this.retries, silenceMs }, init.signal);
  }

  private async json<T>(method: Method, path: string, init: Given | undefined): Promise<T> {
    let value: unknown;
    await this.answer(method, path, init, async (response) => {
      if (response.ok && response.status !== NO_CONTENT) value = await response.json();
    });
    return value as T;
  }

  /**
   * An answer of which as much as is needed has been read: where it breaks off before, or is not what the service sends, there was none.
   * @throws ApiError or Unreachable; TypeError for a path that would be another one
   */
  private async answer(
    method: Method,
    path: string,
    init: Given = {},
    read: (response: Response) => Promise<void> = () => Promise.resolve(),
  ): Promise<Response> {
    const { fetch: send = fetch, answersWithinMs = LONGER_MS.get(path) ?? ANSWERS_WITHIN_MS } = this.options;
    const address = this.baseUrl + filledIn(path, init.path) + queryText(init.query);
    const { signal } = init;
    const sent = bodyOf(init.body);
    const withinMs = init.beginsWithinMs ?? answersWithinMs + arrivalOf(sent.body);
    const request = {
      method: method.toUpperCase(),
      headers: this.headersOf(method, init),
      ...sent,
    };
    const sendOnce = async (): Promise<Response> => {
      const response = await begunWithin(withinMs, signal, (either) =>
        send(address, { ...request, signal: either }),
      );
      await read(response);
      return response;
    };
    const sending = method === 'delete' ? deletion(sendOnce) : sendOnce;
    const attempt = { isSafe: !OPEN.has(path), signal, answersWithinMs, send: sending };
    const response = await withRetries(attempt, this.retries);
    if (response.ok || (init.mayBeUnchanged && response.status === NOT_MODIFIED)) return response;
    throw await errorOf(response);
  }

  private headersOf(method: Method, { body, headers, idempotencyKey }: Given): Record<string, string> {
    const { token } = this.options;
    return {
      ...(token === undefined ? sessionHeader() : { authorization: `Bearer ${token}` }),
      ...(TAKES_KEY.has(method) && { 'idempotency-key': idempotencyKey ?? newKey() }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    };
  }
}

/** Pages have their session in a cookie. Programs keep no cookies: what logs them in answers with the token itself. */
function sessionHeader(): Record<string, string> {
  return 'document' in globalThis ? { 'x-session': 'cookie' } : {};
}

/** The one success without a body. */
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/** These count once and take no key: what an answer that was lost says, no repetition says again. */
const OPEN: ReadonlySet<string> = new Set(['/invites/accept/', '/auth/password-reset/confirm/']);

const TAKES_KEY: ReadonlySet<Method> = new Set(['post', 'patch']);

function bodyOf(body: unknown): { readonly body?: FormData | string } {
  if (body === undefined) return {};
  return { body: body instanceof FormData ? body : JSON.stringify(body) };
}

/** How long a body may take to arrive; as long as it likes, where nobody knows how much it is. Milliseconds. */
function arrivalOf(body: FormData | string = ''): number {
  return typeof body === 'string' ? body.length / BYTES_A_MS : Infinity;
}

/** In an address these are no names: one is the place itself, one the place above it, and one is not there at all. */
const NO_NAMES: ReadonlySet<string> = new Set(['', '.', '..']);

/** @throws TypeError where a parameter is missing, or would lead elsewhere */
function filledIn(path: string, parameters: object = {}): string {
  const values = new Map<string, string | number | null | undefined>(Object.entries(parameters));
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(values.get(name) ?? '');
    if (NO_NAMES.has(value)) throw new TypeError(`The path ${path} cannot have "${value}" as its ${name}.`);
    return encodeURIComponent(value);
  });
}

function queryText(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
