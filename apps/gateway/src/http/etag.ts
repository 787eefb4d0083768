import { hash } from 'node:crypto';

/** Of bodies that are answered more than once. */
const computed = new WeakMap<Uint8Array, string>();

/** The strong validator of a body: only identical bytes have the same one. The body does not change any more. */
export function etagOf(body: Uint8Array): string {
  const known = computed.get(body);
  if (known !== undefined) return known;
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  computed.set(body, etag);
  return etag;
}

/** Whether `If-None-Match` contains this validator (RFC 9110, 13.1.2: compared weakly). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
