import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { MCP_PATH } from '../http/base-url.ts';
import { type ApiShape, withUnparsedJson } from '../http/json-body.ts';
import { PAYLOAD_BODY } from '../routes/route.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

/**
 * The route of the Model Context Protocol: only POST, because without sessions there is nothing to stream and nothing to
 * end. Its endpoint is loaded with the first request, because it takes memory that most gateways can save.
 */
@Injectable()
export class McpRoute {
  private loading: Promise<McpEndpoint> | undefined;

  constructor(private readonly modules: LazyModuleLoader) {}

  /** Adds the route to the server. The body limit is that of the largest call; smaller limits are checked for each call. */
  addTo(server: FastifyInstance): Promise<void> {
    return withUnparsedJson(server, (scope) => {
      scope.route<ApiShape>({
        method: 'POST',
        url: MCP_PATH,
        bodyLimit: PAYLOAD_BODY,
        onRequest: async (request) => (await this.endpoint()).authorize(request),
        handler: async (request, response) => (await this.endpoint()).handle(request, response),
      });
    });
  }

  private endpoint(): Promise<McpEndpoint> {
    return (this.loading ??= this.load());
  }

  private async load(): Promise<McpEndpoint> {
    const [{ McpModule }, { McpEndpoint }] = await Promise.all([
      import('./mcp.module.ts'),
      import('./mcp-endpoint.ts'),
    ]);
    const module = await this.modules.load(() => McpModule, { logger: false });
    return module.get(McpEndpoint);
  }
}
