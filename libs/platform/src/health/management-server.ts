import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { isOwnHost } from './own-host.ts';

/** Returns why a part is not ready; undefined if it is. */
export type ReadinessCheck = () => string | undefined;

/** Where the management port listens. */
export interface ManagementAddress {
  readonly host: string;
  readonly port: number;
  /** The names by which it may be called, beside its address and the loopback names. */
  readonly names?: readonly string[];
}

/** Serves liveness, readiness and metrics of a process on a separate port that is never public, and only under its own names. */
export class ManagementServer {
  private server: Server | undefined;

  constructor(
    private readonly checks: ReadonlyMap<string, ReadinessCheck>,
    private readonly metrics: Registry,
  ) {}

  /** Resolves with the port on which it listens. */
  async open({ host, port, names = [] }: ManagementAddress): Promise<number> {
    const server = createServer((request, response) => {
      response.setHeader('x-content-type-options', 'nosniff');
      this.answer(request, response, [host, ...names]).catch(() => response.writeHead(500).end());
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      // Later errors, such as a connection that cannot be accepted, concern the one caller alone.
      server.on('error', reject).listen(port, host, () => resolve());
    });
    return (server.address() as AddressInfo).port;
  }

  /** The reason why each part of the process is not ready; the process is ready when every reason is null. */
  readiness(): { ready: boolean; parts: Record<string, string | null> } {
    const parts = Object.fromEntries([...this.checks].map(([name, check]) => [name, check() ?? null]));
    return { ready: Object.values(parts).every((reason) => reason === null), parts };
  }

  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(
    { url: path, headers, socket }: IncomingMessage,
    response: ServerResponse,
    names: readonly string[],
  ): Promise<void> {
    if (!isOwnHost(headers.host, socket.localAddress, names)) return send(response, 421, MISDIRECTED);
    if (path === '/health/live') return send(response, 200, { alive: true });
    if (path === '/metrics') return this.sendMetrics(response);
    if (path !== '/health/ready') return send(response, 404, { error: 'Not found.' });
    const readiness = this.readiness();
    return send(response, readiness.ready ? 200 : 503, readiness);
  }

  private async sendMetrics(response: ServerResponse): Promise<void> {
    const text = await this.metrics.metrics();
    response.writeHead(200, { 'content-type': this.metrics.contentType }).end(text);
  }
}

const MISDIRECTED = { error: 'This server has another name; HEALTH_NAMES configures further ones.' };

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
