import { Invalid } from '@pks/platform/process';
import { type Route, takesKey } from '../routes/route.ts';
import type { ApiRequest } from './json-body.ts';

const HEADER = 'Idempotency-Key';
/** The form of a key: 1 to 255 printable ASCII characters. */
export const IDEMPOTENCY_KEY = '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$';
/** The sentence that refuses a key of another form, by where the key was sent. */
export const keyForm = (place: 'header' | 'field'): string =>
  `Ensure this ${place} has 1 to 255 printable ASCII characters.`;
const ACCEPTED = new RegExp(IDEMPOTENCY_KEY);

/** A request under an idempotency key of the accepted form. */
export interface KeyedRequest {
  readonly key: string;
  /** What the key was used for: another operation may use the same key. */
  readonly operation: string;
  /** What a repeated request must have in common with the first one. */
  readonly contents: string | Uint8Array;
}

/**
 * The idempotency key of a request, with its body or other contents; empty without an `Idempotency-Key`, or on routes where a key has no effect. @throws Invalid for a
 * malformed key.
 */
export function keyedRequestOf(
  route: Route,
  request: ApiRequest,
  contents: string | Uint8Array = request.body?.bytes ?? '',
): { keyed?: KeyedRequest } {
  const key = keyOf(route, request);
  return key === undefined
    ? {}
    : { keyed: { key, operation: `${request.method} ${canonical(request.url)}`, contents } };
}

/** @throws Invalid for a malformed idempotency key, on routes where a key has an effect. */
export function assertKeyForm(route: Route, request: ApiRequest): void {
  keyOf(route, request);
}

function keyOf(route: Route, { headers }: ApiRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || !takesKey(route)) return undefined;
  if (typeof key === 'string' && ACCEPTED.test(key)) return key;
  throw Invalid.field(HEADER, keyForm('header'));
}

const UUID_IN_PATH = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi;

/** The URL with its path normalized: with a trailing slash, and with UUIDs in lower case. */
function canonical(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const same = path.replace(UUID_IN_PATH, (id) => id.toLowerCase());
  return `${same.endsWith('/') ? same : `${same}/`}${query === undefined ? '' : `?${query}`}`;
}
