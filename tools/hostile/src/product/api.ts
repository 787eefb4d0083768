import { type SentBody, jsonBody } from '../requests/request.ts';
import { type Answer, Client } from './client.ts';

/** An object in a response. */
export type Json = Readonly<Record<string, unknown>>;

/** Sends the requests that prepare a case, as a user. */
export class Api {
  readonly client: Client;
  /** The path of the API. */
  readonly prefix: string;
  readonly token: string;

  constructor(baseUrl: string, token: string) {
    const { origin, pathname } = new URL(baseUrl);
    this.client = new Client(origin);
    this.prefix = pathname;
    this.token = token;
  }

  /** The headers of a request of this user. */
  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.token}` };
  }

  /** Sends a request, and returns its answer, whatever the status. */
  request(
    method: string,
    path: string,
    body: SentBody | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.client.send({
      method,
      target: this.prefix + path,
      headers: { ...this.headers, ...headers },
      body,
    });
  }

  /** @throws Error unless it is done. */
  get<T = Json>(path: string): Promise<T> {
    return this.done('GET', path, null);
  }

  /** @throws Error unless it is done. */
  post<T = Json>(path: string, body: unknown = {}): Promise<T> {
    return this.done('POST', path, jsonBody(body));
  }

  /** @throws Error unless it is done. */
  patch<T = Json>(path: string, body: unknown): Promise<T> {
    return this.done('PATCH', path, jsonBody(body));
  }

  /** @throws Error unless it is done. */
  send<T = Json>(path: string, body: SentBody): Promise<T> {
    return this.done('POST', path, body);
  }

  /** @throws Error unless it is done. */
  delete(path: string): Promise<unknown> {
    return this.done('DELETE', path, null);
  }

  private async done<T>(method: string, path: string, body: SentBody | null): Promise<T> {
    const { status, text } = await this.request(method, path, body);
    if (status < 200 || status > 299)
      throw new Error(
        `${method} ${path}, which prepares a case, was answered with ${status}: ${text.slice(0, 300)}`,
      );
    return JSON.parse(text === '' ? 'null' : text) as T;
  }
}

/** A text in a response. @throws Error where it is none. */
export function textIn(answer: unknown, field: string): string {
  const value = (answer as Json)[field];
  if (typeof value !== 'string') throw new Error(`The response has no text "${field}".`);
  return value;
}
