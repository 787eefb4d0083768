import { createHash } from 'node:crypto';

/** The body of a successful response. */
export type Answer = Readonly<Record<string, unknown>>;

/** A client of the API. */
export class DemoApi {
  private readonly baseUrl: string;
  private readonly signal: AbortSignal;
  private token = '';

  constructor(baseUrl: string, signal: AbortSignal) {
    this.baseUrl = baseUrl;
    this.signal = signal;
  }

  /** Logs in; later calls are made as this user. */
  async logIn(email: string, password: string): Promise<void> {
    const { token } = await this.post('/auth/token/', { email, password }, { once: false });
    if (typeof token !== 'string') throw new Error('The demo user could not log in.');
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** Posts with an idempotency key that is derived from the request, so that a repetition adds nothing. */
  post(path: string, body?: unknown, options = { once: true }): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const key = createHash('sha256')
      .update(`${path}\n${text ?? ''}`)
      .digest('hex')
      .slice(0, 40);
    return this.send('POST', path, text, options.once ? { 'idempotency-key': `demo-${key}` } : {});
  }

  /** Changes only the given fields. */
  patch(path: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body));
  }

  /** Uploads files. Not idempotent: check first what is missing. */
  async upload(path: string, form: FormData): Promise<void> {
    await this.send('POST', path, form);
  }

  private async send(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        ...headers,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(30_000)]),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(
        `The demo data is incomplete: ${method} ${path} was answered ${response.status} ${text}`,
      );
    return text === '' ? {} : (JSON.parse(text) as Answer);
  }
}

/** The results of a list. */
export function rowsOf(answer: Answer): readonly Answer[] {
  return Array.isArray(answer['results']) ? (answer['results'] as Answer[]) : [];
}

/** A field of a response that must be a string. */
export function textOf(answer: Answer, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw new Error(`The demo data is incomplete: an answer has no ${name}.`);
  return value;
}
