import { NotFound } from '@pks/platform/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-body.ts';

interface Served {
  readonly url: string;
  readonly address: RegExp;
  readonly methods: ReadonlySet<string>;
}

/** Answers what no route serves: another method of a served path with 405 and what is allowed, any other path with 404. */
export class Unserved {
  private readonly served: readonly Served[];
  /** By the paths with parameters: those that have fixed words in the place of some. */
  private readonly fixed: ReadonlyMap<string, readonly Served[]>;

  /** Takes the methods of each served path, as Fastify writes paths. */
  constructor(served: ReadonlyMap<string, ReadonlySet<string>>) {
    this.served = [...served].map(([url, methods]) => ({
      url,
      address: new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
      methods,
    }));
    this.fixed = new Map(
      this.served.map((one) => [one.url, this.served.filter((other) => covers(one, other))]),
    );
  }

  /** Whether a path that was found by its parameters has a fixed word there, which is served by other methods alone. */
  isFixed(request: FastifyRequest): boolean {
    const fixed = this.fixed.get(request.routeOptions.url ?? '') ?? [];
    return fixed.length > 0 && fixed.some(({ address }) => address.test(pathOf(request.url)));
  }

  /** Before anything of a body is read. */
  answer(request: FastifyRequest, response: FastifyReply): FastifyReply {
    const allowed = this.allowedAt(request.url);
    if (allowed.length === 0) return answerNotFound(request, response);
    return response
      .code(405)
      .header('allow', allowed.join(', '))
      .header('cache-control', 'no-store')
      .send({ error: `Method "${request.method}" not allowed.` });
  }

  private allowedAt(url: string): string[] {
    const path = pathOf(url);
    const found = this.served.filter(({ address }) => address.test(path));
    const exact = found.filter((one) => !found.some((other) => covers(one, other)));
    const allowed = new Set(exact.flatMap(({ methods }) => [...methods]));
    if (allowed.has('GET')) allowed.add('HEAD');
    return [...allowed].sort();
  }
}

/** Whether one path has parameters where the other has words, or has them too: both cannot be meant. */
function covers(one: Served, other: Served): boolean {
  return one !== other && one.address.test(other.url);
}

/** No such path: the same bytes as for an object that does not exist. */
export function answerNotFound(
  request: { readonly id: string },
  response: Pick<FastifyReply, 'header' | 'code'>,
): FastifyReply {
  response.header('x-request-id', request.id).header('cache-control', 'no-store');
  return response.code(404).send(errorBody(new NotFound().data));
}

/** As the router sees it: without an origin, a query or escapes. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
