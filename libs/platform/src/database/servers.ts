import pg from 'pg';
import { addressesIn } from '../config/database-addresses.ts';
import { type SessionSettings, startupOptions, verifySession } from './session-settings.ts';

/** The class of connections to one server. */
type ClientClass = new (config?: pg.ClientConfig) => pg.Client;
/** Called with the reason why there is no connection, or null. */
type Connected = (error: unknown) => void;

/** The servers of a database: one is the primary, the others follow it and take no writes. */
class Servers {
  private readonly addresses: readonly string[];
  private place = 0;

  constructor(url: string) {
    this.addresses = addressesIn(url);
  }

  /** The address for the next connection; it stays the same while it can be used. */
  get current(): string {
    return this.addresses[this.place] ?? '';
  }

  /** Called when a connection cannot be used, so that the next one is to another server. */
  leave(address: string): void {
    if (address === this.current) this.place = (this.place + 1) % this.addresses.length;
  }
}

/**
 * What a pool needs for sessions with these settings at the primary of a database: each connection is verified before it is used; if
 * one fails, the next one is to the next server of the address.
 */
export function sessionsAt(
  url: string,
  settings: SessionSettings,
  Client: ClientClass = pg.Client,
): {
  readonly options: string;
  readonly Client: ClientClass;
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
} {
  const servers = new Servers(url);
  class ServerClient extends Client {
    readonly address = servers.current;

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: servers.current });
    }

    override connect(...parameters: readonly unknown[]): never {
      const [callback] = parameters as readonly [Connected?];
      const connecting = super.connect().catch((error: unknown) => {
        servers.leave(this.address);
        throw error;
      });
      if (!callback) return connecting as never;
      return void connecting.then(() => callback(null), callback) as never;
    }
  }
  return {
    options: startupOptions(settings),
    Client: ServerClient,
    onConnect: async (client) => {
      try {
        await verifySession(client, settings);
      } catch (error) {
        if (client instanceof ServerClient) servers.leave(client.address);
        throw error;
      }
    },
  };
}
