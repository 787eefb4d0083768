import type { BlobStore, Log } from '@pks/platform/process';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FileEndpoint } from '../files/file-endpoint.ts';
import { UploadEndpoint } from '../files/upload-endpoint.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Route } from '../routing/route.ts';
import { StreamEndpoint } from '../streams/stream-endpoint.ts';
import type { Streams } from '../streams/streams.ts';
import { PREFIX } from './base-url.ts';
import { Endpoint, type EndpointParts } from './endpoint.ts';
import { type ApiRequest, type ApiShape, withUnreadBodies } from './json-body.ts';

/** What the routes work with. */
export interface RouteParts extends EndpointParts {
  readonly streams: Streams;
  readonly uploads: Uploads;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Told of an answer whose end the client did not wait for. */
  readonly onLeft: (request: ApiRequest, response: FastifyReply) => void;
}

interface Served {
  readonly authorize: (request: ApiRequest) => Promise<void>;
  readonly handle: (request: ApiRequest, response: FastifyReply) => Promise<FastifyReply>;
}

/** Serves routes. Gives the methods of each path. */
export function addRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  parts: RouteParts,
): Map<string, Set<string>> {
  const served = new Map<string, Set<string>>();
  for (const route of routes) {
    const url = PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1');
    served.set(url, (served.get(url) ?? new Set<string>()).add(route.method));
    const add = (where: FastifyInstance): void => addRoute(where, url, route, endpointOf(route, parts));
    if (route.upload) withUnreadBodies(server, add);
    else add(server);
  }
  return served;
}

function addRoute(server: FastifyInstance, url: string, route: Route, { authorize, handle }: Served): void {
  const { method, bodyLimit, upload = false } = route;
  server.route<ApiShape>({
    method,
    url,
    bodyLimit,
    config: { upload },
    onRequest: authorize,
    handler: handle,
  });
}

function endpointOf(route: Route, parts: RouteParts): Served {
  if (route.stream) return new StreamEndpoint(route, parts);
  if (route.upload) return new UploadEndpoint(route, parts);
  return route.file ? new FileEndpoint(route, parts) : new Endpoint(route, parts);
}
