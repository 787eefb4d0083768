import { Agent, type IncomingMessage, request as open } from 'node:http';
import type { SentRequest } from '../requests/request.ts';

/** A response to what was sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Longer than the product ever takes. Milliseconds. */
const PATIENCE_MS = 30_000;
/** A stream of events may never end: the part that has arrived by then is its answer. Milliseconds. */
const STREAM_MS = 40;

/** Sends requests byte for byte as they are given, over connections that stay open. */
export class Client {
  readonly origin: string;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(origin: string) {
    this.origin = origin;
  }

  /** @throws Error if no answer comes: the connection is closed, or nothing arrives for long. */
  send({ method, target, headers, body }: SentRequest): Promise<Answer> {
    const bytes = body === null ? null : Buffer.from(body.bytes, 'latin1');
    const type = body === null || body.type === '' ? {} : { 'content-type': body.type };
    const length = bytes === null ? {} : { 'content-length': bytes.length };
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.origin);
      const sending = open(
        {
          agent: this.agent,
          hostname,
          port,
          method,
          path: target,
          headers: { ...headers, ...type, ...length },
          timeout: PATIENCE_MS,
        },
        (response) => void read(response).then(resolve, reject),
      );
      sending.on('timeout', () => sending.destroy(new Error('Nothing arrived for 30 s.')));
      sending.on('error', reject);
      sending.end(bytes ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  const ended = isStream ? setTimeout(() => response.destroy(), STREAM_MS) : undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part as Buffer);
  } catch (error) {
    if (!isStream) throw error;
  } finally {
    clearTimeout(ended);
  }
  return { status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString('utf8') };
}
