import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { MCP_PATH, PREFIX, RESOURCE_METADATA, baseUrlOf, mcpUrlOf } from '../http/base-url.ts';
import { TRUSTED_ISSUERS, type TrustedIssuer } from './issuer-list.ts';

/** Publishes which issuers' access tokens are accepted, for the API and for `/mcp` (RFC 9728). */
@Controller(RESOURCE_METADATA)
export class ResourceMetadataController {
  constructor(
    private readonly config: GatewayConfig,
    @Inject(TRUSTED_ISSUERS) private readonly issuers: readonly TrustedIssuer[],
  ) {}

  @Get(['/', PREFIX])
  api(@Req() request: FastifyRequest): object {
    return this.metadataOf(baseUrlOf(this.config, request));
  }

  @Get(MCP_PATH)
  mcp(@Req() request: FastifyRequest): object {
    return this.metadataOf(mcpUrlOf(this.config, request));
  }

  private metadataOf(resource: string): object {
    const servers = this.issuers.map(({ issuer }) => issuer);
    return {
      resource,
      ...(servers.length > 0 && { authorization_servers: servers }),
      bearer_methods_supported: ['header'],
      resource_name: 'Project Knowledge Service',
    };
  }
}
