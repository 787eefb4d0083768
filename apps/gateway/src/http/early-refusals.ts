import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Fault } from '@pks/platform/process';
import { errorBody } from './error-body.ts';
import { EVERY_ANSWER } from './every-answer.ts';
import { requestIdOf } from './request-id.ts';
import { STATUS, STATUS_HEADERS } from './statuses.ts';

/** How long a refusal is repeated: the line that refused cannot empty any sooner. Milliseconds. */
const REPEATED_MS = 10;
/** The longest that a refusal is repeated to a request that waited before it began; below that, for as long as it waited. Milliseconds. */
const LONGEST_MS = 50;
/** How many lines are known at most, and how long they and their keys may be together: a client may send a credential of 16 KiB. Characters. */
const LINES = { max: 10_000, maxSize: 16 * 1024 * 1024 };

interface Repeated {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
  readonly refusedAt: number;
}

type Asking = Pick<IncomingMessage, 'headers' | 'method' | 'url'>;

/**
 * Refuses what a tenant's line for a service has just refused, before doing any other work for it: a gateway that gets many
 * times the requests that it can serve would otherwise be busy refusing them. The line of a request is known from an earlier
 * one with the same credential; a request whose line is unknown is processed as usual.
 */
export class EarlyRefusals {
  private readonly lines = new LRUCache<string, string>({
    ...LINES,
    sizeCalculation: (line, key) => line.length + key.length,
  });
  private readonly refusals = new LRUCache<string, Repeated>({ max: 1_000 });
  private latest = -Infinity;
  private count = 0;

  /** How many requests were refused early. They are neither logged nor timed: that would cost more than the refusal. */
  get refused(): number {
    return this.count;
  }

  /** Records in which line a request waits. */
  note(request: Asking, service: string, tenant: string): void {
    const [key, { authorization }] = [keyOf(request), request.headers];
    const line = lineOf(service, tenant);
    if (key !== undefined) this.lines.set(key, line);
    if (authorization !== undefined) this.lines.set(authorization, line);
  }

  /** Refuses, for a moment, everything else that the tenant requests from the service. */
  repeat({ data }: Fault, service: string, tenant: string): void {
    this.latest = performance.now();
    const status = STATUS[data.kind];
    const body = Buffer.from(JSON.stringify(errorBody(data)));
    const headers = {
      ...EVERY_ANSWER,
      ...STATUS_HEADERS[status],
      ...(data.retryAfter === undefined ? {} : { 'retry-after': data.retryAfter }),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    };
    this.refusals.set(lineOf(service, tenant), { status, headers, body, refusedAt: this.latest });
  }

  /** The line in which a request would wait, or else one in which a request with the same credential did; undefined if none is known. */
  lineOf(request: Asking): string | undefined {
    const { authorization } = request.headers;
    return this.exactLineOf(request) ?? (authorization && this.lines.get(authorization));
  }

  /** Refuses a request if its line has just refused another, and returns whether it did. `waitedMs`: how long the request has waited. */
  refuses(request: IncomingMessage, response: ServerResponse, waitedMs: number): boolean {
    const since = performance.now() - Math.min(Math.max(waitedMs, REPEATED_MS), LONGEST_MS);
    if (this.latest <= since) return false;
    const line = this.exactLineOf(request);
    const refusal = line === undefined ? undefined : this.refusals.get(line);
    if (!refusal || refusal.refusedAt <= since) return false;
    this.count += 1;
    const { status, headers, body } = refusal;
    response.writeHead(status, { ...headers, 'x-request-id': requestIdOf(request.headers['x-request-id']) });
    response.end(body);
    return true;
  }

  private exactLineOf(request: Asking): string | undefined {
    const key = keyOf(request);
    return key === undefined ? undefined : this.lines.get(key);
  }
}

const RESOURCE = /^\/api\/v1\/(?:projects(?:\/[^/?]+){1,2}|[^/?]+)/;
/** Requests that wait in a line of their own within a resource's service, because they last. */
const LASTING = /\/(?:run|messages)(?=\/?(?:\?|$))/;

/**
 * Identifies the line of a request: a credential has one tenant in each project, and a resource one service. Undefined for requests of pages,
 * which are processed as usual because their answers have headers of their own.
 */
function keyOf({ headers, method = '', url = '' }: Asking): string | undefined {
  const { authorization, origin } = headers;
  const resource = RESOURCE.exec(url)?.[0];
  const isKnown = authorization !== undefined && resource !== undefined && origin === undefined;
  return isKnown ? `${authorization} ${method} ${resource}${LASTING.exec(url)?.[0] ?? ''}` : undefined;
}

function lineOf(service: string, tenant: string): string {
  return `${service} ${tenant}`;
}
