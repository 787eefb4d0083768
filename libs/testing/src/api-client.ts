/** An answer of the API. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Headers;
}

/** A client of the API that sends exactly what it is given, and never throws for an error status. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly token?: string,
  ) {}

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

  /** A string, bytes or a form is sent unchanged; anything else as JSON. */
  async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const leaving = new AbortController();
    const response = await fetch(this.baseUrl + path, {
      method,
      signal: leaving.signal,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
    });
    const endless = isEndless(response);
    const text = await (endless ? beginningOf(response) : response.text());
    if (endless) leaving.abort();
    return { status: response.status, body: parsed(text) as Body, text, headers: response.headers };
  }
}

function isReady(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
}

function isEndless({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** The first bytes of an answer. */
async function beginningOf({ body }: Response): Promise<string> {
  const first = await body?.getReader().read();
  return Buffer.from(first?.value ?? []).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
