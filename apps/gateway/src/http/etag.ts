import { hash } from 'node:crypto';

/** The strong validator of a body: only identical bytes have the same one. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` contains this validator (RFC 9110, 13.1.2: compared weakly). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
