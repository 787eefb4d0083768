import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from '../src/index.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Step = (response: ServerResponse, request: Received) => void;

/** An HTTP server that answers one request after the other as its script says. */
export class ScriptedApi {
  readonly received: Received[] = [];
  private readonly steps: Step[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const received = { method, path: url, headers, body };
      this.received.push(received);
      const step = this.steps.shift() ?? answer(500, { error: 'The script has ended.' });
      step(response, received);
    });
  });

  async start(): Promise<Client> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return new Client({
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      token: 'T',
      retries: { times: 2, firstMs: 1, longestMs: 2_000 },
    });
  }

  script(...steps: Step[]): void {
    this.received.length = 0;
    this.steps.splice(0, this.steps.length, ...steps);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export function answer(status: number, body?: object, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

/** The connection breaks before an answer. */
export const lost: Step = (response) => void response.destroy();

/** The connection breaks within an answer. */
export const brokenOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{"id":', () => response.destroy());
};

/** Some events, after which the stream ends or breaks. */
export function events(texts: readonly string[], ending: 'ends' | 'breaks' = 'ends'): Step {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(texts.map((one) => `${one}\n\n`).join(''), () => {
      if (ending === 'ends') response.end();
      else setTimeout(() => response.destroy(), 20);
    });
  };
}
