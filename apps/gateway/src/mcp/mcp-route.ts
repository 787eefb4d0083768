import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { MCP_PATH } from '../http/base-url.ts';
import { type ApiShape, withUnparsedJson } from '../http/json-body.ts';
import { PAYLOAD_BODY } from '../routes/route.ts';
import { McpEndpoint } from './mcp-endpoint.ts';

/** The route of the Model Context Protocol: POST alone. Without sessions there is nothing to stream from, nor to end. */
@Injectable()
export class McpRoute {
  constructor(private readonly endpoint: McpEndpoint) {}

  /** Adds it to the server. The limits are those of the largest call; smaller ones have their own. */
  addTo(server: FastifyInstance): Promise<void> {
    const { authorize, handle } = this.endpoint;
    return withUnparsedJson(server, (scope) => {
      scope.route<ApiShape>({
        method: 'POST',
        url: MCP_PATH,
        bodyLimit: PAYLOAD_BODY.bytes,
        config: { json: { maxValues: PAYLOAD_BODY.values } },
        onRequest: authorize,
        handler: handle,
      });
    });
  }
}
