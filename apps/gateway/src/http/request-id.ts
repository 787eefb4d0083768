import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's id for the request if it is well-formed, else a new one (decisions 1, X-Request-Id). */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}
