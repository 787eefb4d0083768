import { isNativeError } from 'node:util/types';
import type { CountOutgoing } from './outgoing-requests.ts';

/** A server that the installation configures, such as one of models. */
export interface Endpoint {
  /** The address to which paths are added, such as `https://api.example.com/v1`. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key?: string;
  /** Called with the outcome of each request. */
  readonly count?: CountOutgoing;
}

/**
 * Posts JSON to a path below an endpoint's address. A redirect is an error: the key belongs to that address. Rejects as `fetch` does
 * if there is no answer, and if the signal is aborted.
 */
export function postJson(
  { url, key }: Endpoint,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(`${url.endsWith('/') ? url : `${url}/`}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
}

/** The message of an error of `fetch`, with that of its cause. */
export function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  return isNativeError(error.cause) ? `${error.message} (${error.cause.message})` : error.message;
}

/** A property of an answer, or of a part of one, which may be anything; undefined if that is no object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
