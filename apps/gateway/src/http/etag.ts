import { hash } from 'node:crypto';

/** The validators of bodies that are sent more than once. */
const computed = new WeakMap<Uint8Array, string>();

/** The strong validator of a body: only identical bytes have the same one. The body must not change afterwards. */
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
