import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { PREFIX } from '../http/base-url.ts';
import { withForms } from '../files/form-bodies.ts';
import { formRulesOf } from '../files/form-json.ts';
import { type ApiShape, withIgnoredForms, withUnreadBodies } from '../http/json-body.ts';
import type { KeyOf } from '../http/json-text.ts';
import { MethodsNotAllowed } from '../http/method-not-allowed.ts';
import { keyAt } from '../http/text-key.ts';
import { PathReader } from '../http/path.ts';
import { McpRoute } from '../mcp/mcp-route.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { Endpoints } from './endpoints.ts';
import { type Route, bodyFieldsOf, placesOf } from '../routes/route.ts';

/** Adds the routes of the table, and that of MCP, to the HTTP server, once Nest has set its error handler, which they use. */
@Injectable()
export class ApiRoutes implements OnApplicationBootstrap {
  private readonly server: FastifyInstance;

  constructor(
    { httpAdapter }: HttpAdapterHost<FastifyAdapter>,
    private readonly endpoints: Endpoints,
    private readonly mcp: McpRoute,
    private readonly notAllowed: MethodsNotAllowed,
  ) {
    this.server = httpAdapter.getInstance();
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const route of ALL_ROUTES) {
      const add = (scope: FastifyInstance): void => this.add(scope, route);
      if (route.upload) await withUnreadBodies(this.server, add);
      else if (route.ignoresForm) await withIgnoredForms(this.server, add);
      else if (route.formFile) await withForms(this.server, formRulesOf(route, route.formFile), add);
      else add(this.server);
    }
    await this.mcp.addTo(this.server);
    this.notAllowed.addRoutes();
  }

  private add(scope: FastifyInstance, route: Route): void {
    const { method, path, bodyLimit, upload = false, isRun } = route;
    const { authorize, handle, seenBodies } = this.endpoints.of(route);
    scope.route<ApiShape>({
      method,
      url: PREFIX + path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: {
        upload,
        keyOf: keysOf(route),
        path: new PathReader(route.rpc.request, placesOf(route).path),
        ...(seenBodies && { seenBodies }),
        ...(isRun && { isRun }),
      },
      onRequest: authorize,
      handler: handle,
    });
  }
}

function keysOf(route: Route): KeyOf {
  const fields = bodyFieldsOf(route);
  const asList = route.bodyIs !== undefined;
  return (path) => keyAt(path, fields, asList);
}
