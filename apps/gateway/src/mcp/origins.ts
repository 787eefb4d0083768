import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import { Forbidden } from '@pks/platform/process';
import type { GatewayConfig } from '../gateway.config.ts';
import { originsIn } from '../http/cors.ts';

/**
 * The origins whose pages may speak to `/mcp`: the configured ones and this deployment's own; without a public address, any page
 * of this machine. They are never derived from `Host`, which a page that rebinds its name to this server's address chooses.
 */
export class McpOrigins {
  private readonly configured: ReadonlySet<string>;
  private readonly own: (origin: string) => boolean;

  constructor({ corsOrigins, publicBaseUrl }: Pick<GatewayConfig, 'corsOrigins' | 'publicBaseUrl'>) {
    this.configured = originsIn(corsOrigins);
    const address = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
    this.own = address === undefined ? isOfThisMachine : (origin) => origin === address;
  }

  /** @throws Forbidden for a page of another origin; what is no page sends none. */
  assertAllowed(origin: string | undefined): void {
    if (origin === undefined || this.configured.has(origin) || this.own(origin)) return;
    throw new Forbidden('Pages of this origin may not send requests to this address.');
  }
}

function isOfThisMachine(origin: string): boolean {
  return validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}
