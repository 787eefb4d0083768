import { Controller, Get, Req, Res } from '@nestjs/common';
import { Empty } from '@pks/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';
import { FixedContent } from '../http/fixed-content.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { openApiDocument, serversOf } from './document.ts';

/** How many base URLs have their documents cached: a deployment with `PUBLIC_BASE_URL` has one. */
const MAX_KEPT = 8;

/** Publishes the OpenAPI document, which is made once for each base URL. */
@Controller(PREFIX)
export class OpenApiController {
  private readonly byBaseUrl = new LRUCache<string, FixedContent>({ max: MAX_KEPT });
  private readonly query = new QueryReader(Empty, []);
  private document: object | undefined;

  constructor(private readonly config: GatewayConfig) {}

  @Get('openapi.json')
  get(@Req() request: FastifyRequest, @Res() response: FastifyReply): Promise<FastifyReply> {
    this.query.read(queryText(request.url));
    return this.contentFor(baseUrlOf(this.config, request)).respond(request, response);
  }

  private contentFor(baseUrl: string): FixedContent {
    const known = this.byBaseUrl.get(baseUrl);
    if (known) return known;
    const content = new FixedContent({
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      read: () => Buffer.from(this.textFor(baseUrl)),
    });
    this.byBaseUrl.set(baseUrl, content);
    return content;
  }

  private textFor(baseUrl: string): string {
    const { region } = this.config;
    this.document ??= openApiDocument(ALL_ROUTES, baseUrl, region);
    return JSON.stringify({ ...this.document, servers: serversOf(baseUrl, region) });
  }
}
