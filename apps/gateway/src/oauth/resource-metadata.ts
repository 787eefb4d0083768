import type { FastifyInstance } from 'fastify';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';
import type { GatewayConfig } from '../gateway.config.ts';
import { issuersIn } from './issuer-list.ts';

/** Where RFC 9728 looks: at the root of the host, and there with the path of the resource. */
const PATHS = ['/.well-known/oauth-protected-resource', `/.well-known/oauth-protected-resource${PREFIX}`];

/** Tells clients which issuers' access tokens count here (RFC 9728). Gives the paths where it does. */
export function resourceMetadata(server: FastifyInstance, config: GatewayConfig): string[] {
  const issuers = issuersIn(config.oauthIssuers);
  for (const path of PATHS) {
    server.get(path, (request) => ({
      resource: baseUrlOf(config, request),
      authorization_servers: issuers.map(({ issuer }) => issuer),
      bearer_methods_supported: ['header'],
      resource_name: 'Project Knowledge Service',
    }));
  }
  return PATHS;
}
