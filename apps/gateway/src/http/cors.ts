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

/** Headers that requests from pages of other origins may have. */
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

/** How long browsers may cache the answer to a preflight. Seconds. */
const KEPT_S = '600';

type Asking = Pick<FastifyRequest, 'method' | 'headers'> & {
  readonly routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
};

/** Whether pages of an origin that is not configured may call a path. */
export type Further = (origin: string) => boolean;

/**
 * Lets pages of the configured origins call the API from browsers; answers to other origins do not mention them.
 * Pages of other origins send credentials in a header: the session's cookie counts only for this service's own
 * pages (ADR 26).
 */
export class Cors {
  private readonly origins: ReadonlySet<string>;

  /** `further`: the paths that accept other origins as well. @throws BadConfiguration for a text that is not an origin. */
  constructor(
    configured: string | undefined,
    private readonly further: ReadonlyMap<string, Further>,
  ) {
    this.origins = originsIn(configured);
  }

  /** Adds the CORS headers for the request's origin. */
  describe(request: Asking, response: FastifyReply): void {
    const { origin } = request.headers;
    if (this.origins.size === 0 && !this.further.has(request.routeOptions.url ?? '')) return;
    varyBy(response, 'Origin');
    if (origin === undefined || !this.accepts(origin, request)) return;
    response.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
  }

  /** Whether a request is a browser's preflight on behalf of an accepted origin. */
  isPreflight(request: Asking): boolean {
    const { origin = '', 'access-control-request-method': wanted } = request.headers;
    return request.method === 'OPTIONS' && wanted !== undefined && this.accepts(origin, request);
  }

  /** Answers a preflight with what may be sent to the path. */
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

  private accepts(origin: string, { routeOptions: { url = '' } }: Asking): boolean {
    return this.origins.has(origin) || this.further.get(url)?.(origin) === true;
  }
}

/** The origins in `CORS_ORIGINS`. @throws BadConfiguration for a text that is not an origin. */
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
