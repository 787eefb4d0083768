import { Forbidden } from '@pks/platform/process';
import type { GatewayConfig } from '../gateway.config.ts';
import { originsIn } from './cors.ts';

const OF_THIS_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The origins whose pages may speak to `/mcp`: the configured ones and this deployment's own; without a public address, any page
 * of this machine. Never derived from `Host`: a page that rebinds its name to this server's address chooses that header.
 */
export class McpOrigins {
  private readonly configured: ReadonlySet<string>;
  private readonly own: (origin: string) => boolean;

  constructor({ corsOrigins, publicBaseUrl }: Pick<GatewayConfig, 'corsOrigins' | 'publicBaseUrl'>) {
    this.configured = originsIn(corsOrigins);
    const address = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
    this.own = (origin) => (address === undefined ? OF_THIS_MACHINE.test(origin) : origin === address);
  }

  /** Whether pages of an origin may speak to `/mcp`, for CORS as well. */
  allows(origin: string): boolean {
    return this.configured.has(origin) || this.own(origin);
  }

  /** @throws Forbidden for a page of another origin; clients that are not pages send no origin. */
  assertAllowed(origin: string | undefined): void {
    if (origin === undefined || this.allows(origin)) return;
    throw new Forbidden('Pages of this origin may not send requests to this address.');
  }
}
