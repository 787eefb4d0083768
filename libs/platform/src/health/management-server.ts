import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** Why a part is not ready; undefined when it is. */
export type ReadinessCheck = () => string | undefined;

/** Serves liveness, readiness and metrics of a process on a separate port that is never public. */
export class ManagementServer {
  private server: Server | undefined;

  constructor(
    private readonly checks: ReadonlyMap<string, ReadinessCheck>,
    private readonly metrics: Registry,
  ) {}

  async open(host: string, port: number): Promise<number> {
    const server = createServer((request, response) => {
      this.answer(request.url ?? '', response).catch(() => response.writeHead(500).end());
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, () => resolve());
    });
    return (server.address() as AddressInfo).port;
  }

  /** Each part of the process with the reason why it is not ready; the process is ready when every reason is null. */
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

  private async answer(path: string, response: ServerResponse): Promise<void> {
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

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
