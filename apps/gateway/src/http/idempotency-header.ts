import { createHash } from 'node:crypto';
import { type Idempotency, Invalid } from '@pks/platform/process';
import type { ApiRequest } from './json-body.ts';

const HEADER = 'Idempotency-Key';
/** The form of a key: 1 to 255 printable ASCII characters. */
export const IDEMPOTENCY_KEY = '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$';
const ACCEPTED = new RegExp(IDEMPOTENCY_KEY);

/** The idempotency key of a request, with a fingerprint of its body or other contents; empty without an `Idempotency-Key`. @throws Invalid for a malformed one. */
export function idempotencyOf(
  request: ApiRequest,
  contents: string | Uint8Array = request.body?.bytes ?? '',
): { idempotency?: Idempotency } {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return {};
  if (typeof key !== 'string' || !ACCEPTED.test(key)) {
    throw Invalid.field(HEADER, 'Ensure this header has 1 to 255 printable ASCII characters.');
  }
  return { idempotency: keyed(key, `${request.method} ${canonical(request.url)}`, contents) };
}

/** A key of the accepted form with what it stands for. */
export function keyed(key: string, operation: string, contents: string | Uint8Array): Idempotency {
  const fingerprint = createHash('sha256')
    .update(operation)
    .update('\n')
    .update(contents)
    .digest('base64url');
  return { key, operation, fingerprint };
}

/** The same for a path with and without its trailing slash. */
function canonical(url: string): string {
  const [path = '', query] = url.split('?', 2);
  return `${path.endsWith('/') ? path : `${path}/`}${query === undefined ? '' : `?${query}`}`;
}
