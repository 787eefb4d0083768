import { BadConfiguration } from '@pks/platform/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './vary.ts';

/** Headers of answers that pages of other origins may read, beside those that browsers always show. */
const EXPOSED = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/** Headers that their requests may have. */
const ACCEPTED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Range',
  'X-Impersonate-Email',
  'X-Request-Id',
].join(', ');

/** How long browsers may keep the answer to a preflight. Seconds. */
const KEPT_S = '600';

type Asking = Pick<FastifyRequest, 'method' | 'headers'>;

/**
 * Lets pages of the configured origins call the API from browsers; the answers to all others do not mention them.
 * They send credentials in a header: the cookie of a session counts for pages of this service alone (ADR 26).
 */
export class Cors {
  private readonly origins: ReadonlySet<string>;

  /** @throws BadConfiguration for a text that is no origin. */
  constructor(configured: string | undefined) {
    this.origins = originsIn(configured);
  }

  /** Sets what the answer says to the origin of the request. */
  describe(request: Asking, response: FastifyReply): void {
    if (this.origins.size === 0) return;
    varyBy(response, 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !this.origins.has(origin)) return;
    response.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
  }

  /** Whether a browser asks on behalf of a configured origin what it may send. */
  isPreflight({ method, headers }: Asking): boolean {
    const { origin, 'access-control-request-method': wanted } = headers;
    return method === 'OPTIONS' && wanted !== undefined && this.origins.has(origin ?? '');
  }

  /** Answers with what may be sent to the path. */
  answerPreflight(request: FastifyRequest, response: FastifyReply): FastifyReply {
    return response
      .code(204)
      .headers({
        'access-control-allow-methods': request.routeOptions.config.allow ?? '',
        'access-control-allow-headers': ACCEPTED,
        'access-control-max-age': KEPT_S,
        'cache-control': 'no-store',
      })
      .send();
  }
}

/** The origins in `CORS_ORIGINS`. @throws BadConfiguration for a text that is no origin. */
export function originsIn(configured: string | undefined): ReadonlySet<string> {
  return new Set(configured?.split(',').map((one) => originIn(one.trim())));
}

/** @throws BadConfiguration unless the text is an origin as browsers write it. */
function originIn(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*')) return text;
  throw new BadConfiguration(
    `The environment is not usable. CORS_ORIGINS: "${text}" is no origin, such as https://app.example.com.`,
  );
}
