import { Controller, Get, Redirect, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';

/** Leads who opens the address of the service in a browser to the reference. */
@Controller()
export class LandingController {
  constructor(private readonly config: GatewayConfig) {}

  @Get(['/', '/docs', PREFIX])
  @Redirect()
  toReference(@Req() request: FastifyRequest): { readonly url: string } {
    return { url: `${baseUrlOf(this.config, request)}/docs` };
  }
}
