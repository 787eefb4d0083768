import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on a free port of 127.0.0.1, in place of a server of somebody else. */
export abstract class LocalEndpoint {
  readonly #server: Server = createServer();

  /** `path` is part of the address, and begins with a slash. */
  protected constructor(private readonly path: string) {}

  /** The address with which the product is configured. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.path}`;
  }

  /** Resolves once it accepts requests. */
  protected async listen(respond: RequestListener): Promise<this> {
    this.#server.on('request', respond);
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  /** Closes the server, and its connections too. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
