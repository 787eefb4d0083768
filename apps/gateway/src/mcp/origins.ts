import { Forbidden } from '@pks/platform/process';
import type { GatewayConfig } from '../gateway.config.ts';
import { originsIn } from '../http/cors.ts';

/**
 * The origins whose pages may speak to `/mcp`: the configured ones, and this deployment's own. It is never derived from `Host`,
 * which a page that rebinds its name to this server's address chooses.
 */
export class McpOrigins {
  private readonly allowed: ReadonlySet<string>;

  constructor({ corsOrigins, publicBaseUrl }: Pick<GatewayConfig, 'corsOrigins' | 'publicBaseUrl'>) {
    const own = publicBaseUrl === undefined ? [] : [new URL(publicBaseUrl).origin];
    this.allowed = new Set([...originsIn(corsOrigins), ...own]);
  }

  /** @throws Forbidden for a page of another origin; what is no page sends none. */
  assertAllowed(origin: string | undefined): void {
    if (origin === undefined || this.allowed.has(origin)) return;
    throw new Forbidden('Pages of this origin may not send requests to this address.');
  }
}
