import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';
import { TRUSTED_ISSUERS, type TrustedIssuer } from './issuer-list.ts';

/** Where RFC 9728 puts it: at the root of the host, and there with the path of the resource. */
const ROOT = '.well-known/oauth-protected-resource';

/** Publishes which issuers' access tokens are accepted (RFC 9728). */
@Controller([ROOT, ROOT + PREFIX])
export class ResourceMetadataController {
  constructor(
    private readonly config: GatewayConfig,
    @Inject(TRUSTED_ISSUERS) private readonly issuers: readonly TrustedIssuer[],
  ) {}

  @Get()
  get(@Req() request: FastifyRequest): object {
    return {
      resource: baseUrlOf(this.config, request),
      authorization_servers: this.issuers.map(({ issuer }) => issuer),
      bearer_methods_supported: ['header'],
      resource_name: 'Project Knowledge Service',
    };
  }
}
