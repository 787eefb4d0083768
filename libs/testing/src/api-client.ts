import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

/** Connections are kept open: `fetch` takes three times the processor time of these requests, of which the tests send very many. */
const agent = new Agent({ keepAlive: true });

/** An answer of the API. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Headers;
}

/** A client of the API that sends exactly what it is given, and does not throw for error statuses. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly token?: string,
  ) {}

  /** The headers that identify the sender of a request. */
  get identity(): Readonly<Record<string, string>> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  /** The same client with another credential, or none. */
  as(token: string | undefined): ApiClient {
    return new ApiClient(this.baseUrl, token);
  }

  get<Body>(path: string, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, headers);
  }

  post<Body>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.send('POST', path, body, headers);
  }

  patch<Body>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.send('PATCH', path, body, headers);
  }

  delete<Body>(path: string, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** Sends a string, bytes or a form unchanged; anything else as JSON. */
  async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const content = await contentOf(body);
    const response = await sent(this.baseUrl + path, content?.bytes, {
      method,
      agent,
      headers: {
        ...this.identity,
        ...(content ? { 'content-type': content.type, 'content-length': content.bytes.length } : {}),
        ...headers,
      },
    });
    const text = await textOf(response);
    return {
      status: response.statusCode ?? 0,
      body: parsed(text) as Body,
      text,
      headers: headersOf(response),
    };
  }
}

interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

async function contentOf(body: unknown): Promise<Content | undefined> {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const encoded = new Response(body);
    return { type: encoded.headers.get('content-type') ?? '', bytes: await encoded.bytes() };
  }
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { type: 'application/json', bytes };
}

function sent(
  address: string,
  bytes: Uint8Array | undefined,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(address, options, resolve).on('error', reject).end(bytes);
  });
}

/** The content of an answer; only the beginning of an event stream, which does not end. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    if (response.headers['content-type']?.startsWith('text/event-stream')) break;
  }
  return Buffer.concat(chunks).toString();
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
