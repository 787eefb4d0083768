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

/** The address of the service, and the credentials and limits of its calls. */
export interface ClientOptions {
  /** With `/api/v1`; a trailing slash is ignored. */
  readonly baseUrl: string;
  /**
   * A user token, an API key or an OAuth access token. In pages of the service, leave it out: their session is in a cookie. Programs
   * leave it out to log in.
   */
  readonly token?: string;
  readonly retries?: Partial<Retries>;
  /** A stream without any data for this long, not even a heartbeat, is opened again after its last event. Milliseconds; by default 40,000; `Infinity` for no limit. */
  readonly silenceMs?: number;
  /**
   * A call whose answer has not begun by then is repeated if that is safe, or fails. The limit grows by a second for each 16 KiB of a JSON body; a `FormData`
   * may take any time. A repetition waits as long while an attempt without an answer is still running. Milliseconds; by default 60,000, or 130,000 for the
   * whole answer of an agent; `Infinity` for no limit.
   */
  readonly answersWithinMs?: number;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The limit for calls that wait for an agent: longer than the service takes for them. */
const LONGER_MS: ReadonlyMap<string, number> = new Map([
  ['/projects/{project_id}/playground-conversations/{conversation_id}/messages/', 130_000],
]);
/** The slowest rate at which a body may arrive: 16 KiB a second. */
const BYTES_A_MS = 16.384;

interface Given extends CallOptions {
  readonly path?: object;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** The time within which the answer to each attempt has to begin. Milliseconds. */
  readonly beginsWithinMs?: number;
  /** Whether 304 is a successful answer. */
  readonly mayBeUnchanged?: boolean;
}

/**
 * Calls the API by its paths. Every call is retried by the rules of the API, and throws `ApiError` for an error of the service, or `Unreachable` if the service
 * does not answer.
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

  /** One page of a list: the one named by the `next` of another page, or by `query` if `next` is null. A body is sent for each page. */
  page<P extends PagedPath>(path: P, next: string | null, ...[init]: ListArgs<P>): Promise<Page<Item<P>>> {
    const given: Given = init ?? {};
    const query = next === null ? given.query : Object.fromEntries(new URL(next).searchParams);
    return this.json(given.body === undefined ? 'get' : 'post', path, { ...given, query });
  }

  /** The pages of a list, starting with the one that `query` names; each is requested when it is needed. */
  async *pages<P extends PagedPath>(path: P, ...args: ListArgs<P>): AsyncGenerator<Page<Item<P>>, void> {
    let next: string | null = null;
    do {
      const page: Page<Item<P>> = await this.page(path, next, ...args);
      yield page;
      next = page.next;
    } while (next !== null);
  }

  /** The items of a list, page by page. Items that are created or deleted meanwhile may be missed or repeated at the page borders. */
  async *items<P extends PagedPath>(path: P, ...args: ListArgs<P>): AsyncGenerator<Item<P>, void> {
    for await (const page of this.pages(path, ...args)) yield* page.results;
  }

  /** The bytes of a file; status 304 without bytes if the file still has the `ETag` sent as `if-none-match`. */
  file<P extends FilePath>(path: P, ...[init]: Args<'get', P>): Promise<Response> {
    const given: Given = init ?? {};
    return this.answer('get', path, { ...given, mayBeUnchanged: true });
  }

  /** The events of a stream; after an interruption it continues after the last event received. An `end` event is the last, and gives the reason. */
  events<P extends StreamPath>(path: P, ...[init]: Args<'get', P>): AsyncGenerator<StreamEvent, void> {
    return this.stream('get', path, init);
  }

  /** Asks, and streams the answer until `done` or `end`; after an interruption it continues, and never asks twice. */
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
   * An answer, read as far as needed: if it breaks off before, or is not one of the service, it counts as none.
   * @throws ApiError or Unreachable; TypeError for parameters that would lead to another path
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

/** Pages have their session in a cookie. Programs keep no cookies: the answer to their login contains the token itself. */
function sessionHeader(): Record<string, string> {
  return 'document' in globalThis ? { 'x-session': 'cookie' } : {};
}

/** The only success without a body. */
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/** These calls take effect once and accept no key: if the answer is lost, no repetition returns it. */
const OPEN: ReadonlySet<string> = new Set(['/invites/accept/', '/auth/password-reset/confirm/']);

const TAKES_KEY: ReadonlySet<Method> = new Set(['post', 'patch']);

function bodyOf(body: unknown): { readonly body?: FormData | string } {
  if (body === undefined) return {};
  return { body: body instanceof FormData ? body : JSON.stringify(body) };
}

/** How long a body may take to arrive; `Infinity` if its size is unknown. Milliseconds. */
function arrivalOf(body: FormData | string = ''): number {
  return typeof body === 'string' ? body.length / BYTES_A_MS : Infinity;
}

/** Segments that are not names in an address: the place itself, the one above it, and none at all. */
const NO_NAMES: ReadonlySet<string> = new Set(['', '.', '..']);

/** @throws TypeError if a parameter is missing, or would lead to another path */
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
