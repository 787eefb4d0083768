import type { IncomingHttpHeaders } from 'node:http';
import { BadConfiguration, type Log } from '@pks/platform/process';
import type { GatewayConfig } from '../gateway.config.ts';

/** The version prefix of every path (api.md, Versioning). */
export const PREFIX = '/api/v1';

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/** Whoever sends a request chooses its `Host`, so production requires a configured address. @throws BadConfiguration */
export function assertBaseUrl({ nodeEnv, publicBaseUrl }: GatewayConfig): void {
  if (nodeEnv !== 'production' || publicBaseUrl !== undefined) return;
  throw new BadConfiguration(
    `The environment is not usable. PUBLIC_BASE_URL: With NODE_ENV=production, set it to the address that clients use, such as https://knowledge.example.com${PREFIX}.`,
  );
}

/** Warns if the web pages will stay blank: they load their files from the root of their host, not from below a proxy's path. */
export function warnOfPages(config: GatewayConfig, log: Pick<Log, 'warn'>): void {
  if (config.console === 'off' || basePathOf(config) === PREFIX) return;
  log.warn(
    { public_base_url: config.publicBaseUrl },
    'the web pages do not work below a path: give them a host of their own (PUBLIC_APP_URL), or set CONSOLE=off',
  );
}

/** Where the Model Context Protocol is served, beside the API. */
export const MCP_PATH = '/mcp';

/** Where RFC 9728 puts the metadata of resources: at the root of the host, before the path of the resource. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The API's address for this client: the configured one, or in development the one that the request was sent to. */
export function baseUrlOf(config: GatewayConfig, request: { readonly headers: IncomingHttpHeaders }): string {
  if (config.publicBaseUrl !== undefined) return config.publicBaseUrl;
  const host = request.headers.host ?? '';
  return `http://${HOST.test(host) ? host : `${config.host}:${config.port}`}${PREFIX}`;
}

/** The API's path on the host that clients use, whatever `Host` a request names; a proxy may put a path of its own before the prefix. */
export function basePathOf({ publicBaseUrl }: GatewayConfig): string {
  return publicBaseUrl === undefined ? PREFIX : new URL(publicBaseUrl).pathname;
}

/** The address of `/mcp` for this client: next to the base URL's `/api/v1`. */
export function mcpUrlOf(config: GatewayConfig, request: { readonly headers: IncomingHttpHeaders }): string {
  return baseUrlOf(config, request).slice(0, -PREFIX.length) + MCP_PATH;
}

/** Where the metadata of a resource is (RFC 9728, 3.1). */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return origin + RESOURCE_METADATA + pathname;
}
