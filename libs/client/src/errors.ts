import { askedPause } from './waiting.ts';

/** An error answer of the service (api.md, Errors). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** The HTTP status of the answer. */
    readonly status: number,
    message: string,
    /** The errors of each field of the request, by its name; `non_field_errors` is about the whole request. */
    readonly fields: Readonly<Record<string, readonly string[]>>,
    /** The parsed body of the answer. */
    readonly body: unknown,
    /** Identifies the request in the service's logs. */
    readonly requestId: string | undefined,
    /** How long the service asks to wait before the next attempt. Milliseconds. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }

  /** The first error of a field. */
  of(field: string): string | undefined {
    return this.fields[field]?.[0];
  }
}

/** The service could not be reached, or its answer broke off; or something else answered, such as a page of a proxy. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause });
  }
}

/** The meaning of a proxy's page, by its status. */
const PAGES: Readonly<Partial<Record<number, string>>> = {
  413: 'A proxy in front of the service accepts nothing so large (413).',
  502: 'A proxy does not reach the service at the moment (502).',
  503: 'A proxy does not reach the service at the moment (503).',
  504: 'A proxy did not wait for the answer of the service (504).',
};

/** The error in an answer. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await jsonIn(response);
  const { error, ...others } = isObject(body) ? body : {};
  const message = typeof error === 'string' ? error : sentenceOf(response);
  const fields = Object.entries(others).filter((entry): entry is [string, string[]] => isSentences(entry[1]));
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const pause = askedPause(response);
  return new ApiError(response.status, message, Object.fromEntries(fields), body, requestId, pause);
}

/** The message for an answer without one. An answer of the service, which is JSON, may have broken off. */
function sentenceOf({ status, headers }: Response): string {
  const isPage = !headers.get('content-type')?.includes('json');
  return (isPage ? PAGES[status] : undefined) ?? `The service answered ${status}.`;
}

/** The answer of a proxy may not be JSON, and may break off. */
async function jsonIn(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSentences(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
