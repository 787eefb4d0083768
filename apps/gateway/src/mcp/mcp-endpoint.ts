import { Injectable } from '@nestjs/common';
import { projects } from '@pks/contracts';
import { Invalid } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { mcpUrlOf, metadataUrlOf } from '../http/base-url.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { Unauthenticated } from '../http/unauthenticated.ts';
import { refusalOf } from './acceptance.ts';
import { exchange } from './exchange.ts';
import { type RpcRefusal, unparsed } from './json-rpc.ts';
import { McpServers } from './mcp-servers.ts';
import { McpOrigins } from '../http/mcp-origins.ts';
import { routeOf } from './tool.ts';

/** Whoever may list their projects may use `/mcp`. */
const ENTRANCE = routeOf(projects.calls.list);

/** Serves `/mcp`: one message in each request, answered with JSON; no session outlives its request. */
@Injectable()
export class McpEndpoint {
  private readonly origins: McpOrigins;

  constructor(
    private readonly config: GatewayConfig,
    private readonly gatekeeper: Gatekeeper,
    private readonly servers: McpServers,
  ) {
    this.origins = new McpOrigins(config);
  }

  /** Authenticates and counts the request, before reading any of the body. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    this.origins.assertAllowed(request.headers.origin);
    try {
      request.caller = await this.gatekeeper.admit(ENTRANCE, request);
      request.tenant = request.caller.user_id;
    } catch (error) {
      if (!(error instanceof Unauthenticated)) throw error;
      throw error.describedAt(metadataUrlOf(mcpUrlOf(this.config, request)));
    }
  };

  /** Answers one message. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    response.header('cache-control', 'no-store');
    const bytes = request.body?.bytes ?? Buffer.alloc(0);
    const { message, refusal } = await accept(request, bytes);
    if (refusal) return response.code(refusal.status).send(refusal.body);
    const answer = await exchange(this.servers.of(request), { headers: request.headers, message });
    const type = answer.headers.get('content-type');
    if (type !== null) response.type(type);
    const body = Buffer.from(await answer.arrayBuffer());
    return response.code(answer.status).send(body.length > 0 ? body : undefined);
  };
}

/** The message in a body, or the answer that refuses the body or its message. */
interface Accepted {
  readonly message?: unknown;
  readonly refusal?: RpcRefusal | undefined;
}

async function accept(request: ApiRequest, bytes: Buffer): Promise<Accepted> {
  if (bytes.length === 0) return { refusal: unparsed('The body is empty.') };
  try {
    const { value: message } = await request.server.readJson(request, bytes);
    const version = String(request.headers['mcp-protocol-version'] ?? '');
    return { message, refusal: refusalOf(message, bytes, version) };
  } catch (error) {
    if (error instanceof Invalid) return { refusal: unparsed(error.message) };
    throw error;
  }
}
