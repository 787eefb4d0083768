/** A response of the API. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request to the API as the user of this token. */
export async function send(
  address: string,
  options: { method?: string; token?: string; body?: unknown } = {},
): Promise<Reply> {
  const response = await fetch(address, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, body: json ? (JSON.parse(text) as Reply['body']) : {} };
}

/** The rows of a list. */
export function rows(reply: Reply): readonly Readonly<Record<string, unknown>>[] {
  return (reply.body['results'] ?? []) as readonly Readonly<Record<string, unknown>>[];
}
