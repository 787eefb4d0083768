import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayConfig } from '../gateway.config.ts';

/** The version prefix of every path (api.md, Versioning). */
export const PREFIX = '/api/v1';

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/** The address of the API for this client: the configured one, else the one that the request was sent to. */
export function baseUrlOf(config: GatewayConfig, request: { readonly headers: IncomingHttpHeaders }): string {
  if (config.publicBaseUrl !== undefined) return config.publicBaseUrl;
  const host = request.headers.host ?? '';
  return `http://${HOST.test(host) ? host : `${config.host}:${config.port}`}${PREFIX}`;
}
