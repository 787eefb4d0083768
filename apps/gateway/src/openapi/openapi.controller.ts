import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { openApiDocument } from './document.ts';

/** Publishes the OpenAPI document. */
@Controller(PREFIX)
export class OpenApiController {
  constructor(private readonly config: GatewayConfig) {}

  @Get('openapi.json')
  document(@Req() request: FastifyRequest): object {
    return openApiDocument(ALL_ROUTES, baseUrlOf(this.config, request), this.config.region);
  }
}
