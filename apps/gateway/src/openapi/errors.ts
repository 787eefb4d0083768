import { REQUIRED } from '@pks/contracts';
import { STILL_RUNNING } from '@pks/platform/process';
import { type ErrorStatus, type Route, takesKey } from '../routes/route.ts';
import { sizeOf } from './body-limit.ts';
import {
  CONTENT_RANGE,
  REPLAYED,
  RETRY_AFTER,
  type ResponseHeaders,
  STILL_RUNNING_RETRY,
  UNKEPT,
  withCommon,
} from './headers.ts';
import { RUN_ERRORS } from './run-errors.ts';

type Json = Record<string, unknown>;

const DECLARED: Record<ErrorStatus, string> = {
  400: 'The request is invalid. Each invalid field is a key whose value lists what is wrong.',
  401: '`Authentication credentials were not provided.`',
  403: '`You do not have permission to perform this action.`, or why an API key is refused.',
  404: '`Not found.`',
  409: 'A concurrent change conflicts, or a request with the same Idempotency-Key is still running; then `Retry-After` says when to repeat it.',
};

/** Errors of every route, including 400, because all refuse unknown parameters. */
const ALWAYS: Readonly<Record<number, string>> = {
  400: DECLARED[400],
  408: 'The request did not arrive in time.',
  417: 'The request has an `Expect` header that cannot be met.',
  429: 'Too many requests: more of the project wait than its share, or the installation limits them; too many failed logins, logins at once, e-mails about invites, or new Idempotency-Keys; `Retry-After` says when to retry.',
  431: 'The address or the headers of the request are larger than 16 KiB.',
  500: 'A defect of the service; its log has the details under the request id.',
  503: 'Overloaded, or a dependency is unavailable; `Retry-After` says when to retry.',
  504: 'The deadline of the request passed.',
};

const withBody = (route: Route): Readonly<Record<number, string>> => ({
  408: 'The body did not arrive within 2 minutes.',
  413: `The body is larger than ${sizeOf(route.bodyLimit)}.`,
  415: 'The body is not application/json in UTF-8.',
});

const WITH_KEY: Readonly<Record<number, string>> = {
  409: 'A request with the same Idempotency-Key is still running, and `Retry-After` says when to repeat it; or its response contained a secret, which is shown only once.',
  422: 'The Idempotency-Key was used with another body.',
};

const OF_STREAM: Readonly<Record<number, string>> = {
  429: 'Too many requests, or too many streams of this user; `Retry-After` says when to retry.',
};

const OF_UPLOAD: Readonly<Record<number, string>> = {
  408: 'The upload arrived too slowly: less than 16 KiB a second on average, or nothing for 30 seconds.',
  413: 'A file is larger than 100 MiB, or the other fields than 1 MiB; or the project may not store as much: the error says what it stores, and what it may store.',
  415: 'The body is not multipart/form-data.',
  429: 'Too many requests, or too many uploads of this user or project at once; `Retry-After` says when to retry.',
};

const OF_FORM: Readonly<Record<number, string>> = {
  415: 'The body is neither a form nor application/json.',
};

const OF_FILE: Readonly<Record<number, string>> = {
  416: 'The file has no such part; `Content-Range` says how large it is.',
};

/** Examples of the bodies of errors. */
const EXAMPLES: Readonly<Record<number, object>> = {
  400: { error: REQUIRED, title: [REQUIRED] },
  401: { error: 'Authentication credentials were not provided.' },
  403: { error: 'You do not have permission to perform this action.' },
  404: { error: 'Not found.' },
  408: { error: 'The request took too long to arrive.' },
  409: { error: STILL_RUNNING },
  413: { error: 'The request body is too large.' },
  415: { error: 'Send the body as application/json.' },
  416: { error: 'The file has no such part.' },
  417: { error: 'The expectation cannot be met; send the request without the Expect header.' },
  422: { error: 'This Idempotency-Key was used with another request body.' },
  429: { error: 'Request was throttled. Expected available in 12 seconds.' },
  431: { error: 'The address or the headers of the request are too large.' },
  500: { error: 'Something went wrong on our side.' },
  503: { error: 'The service is temporarily unavailable. Try again in a moment.' },
  504: { error: 'The request took too long.' },
};

const HEADERS: Readonly<Record<number, ResponseHeaders>> = {
  401: {
    'WWW-Authenticate': {
      required: true,
      description: 'How to authenticate, and what is wrong with a credential that was sent (RFC 6750).',
      schema: { type: 'string', pattern: '^Bearer( error="invalid_token", error_description="[^"]+")?$' },
    },
  },
  416: CONTENT_RANGE,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** For requests that may have an Idempotency-Key. */
const HEADERS_WITH_KEY: Readonly<Record<number, ResponseHeaders>> = { 409: STILL_RUNNING_RETRY };

/** The statuses of refusals that are recorded under an Idempotency-Key (ADR 4). */
const RECORDED: ReadonlySet<number> = new Set([400, 403, 404, 409]);

/** The schema of every error's body. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', minLength: 1 } },
  additionalProperties: true,
};

/** The error responses of a route: those that it declares, and those of every route of its kind. */
export function errorResponses(route: Route): Record<string, Json> {
  const all: Record<number, string> = {
    ...ALWAYS,
    ...(route.path.includes('{') ? { 404: DECLARED[404] } : {}),
    ...(route.method === 'GET' ? {} : withBody(route)),
    ...(takesKey(route) ? WITH_KEY : {}),
    ...(route.stream ? OF_STREAM : {}),
    ...(route.upload ? OF_UPLOAD : {}),
    ...(route.ignoresForm || route.formFile ? OF_FORM : {}),
    ...(route.file ? OF_FILE : {}),
    ...Object.fromEntries(route.errors.map((status) => [status, declared(route, status)])),
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [
      status,
      response(route, Number(status), description),
    ]),
  );
}

function declared({ errorNotes }: Route, status: ErrorStatus): string {
  const note = errorNotes?.[status];
  return note === undefined ? DECLARED[status] : `${DECLARED[status]} ${note}`;
}

function response(route: Route, status: number, description: string): Json {
  const replayed = RECORDED.has(status) ? REPLAYED : {};
  const withKey = takesKey(route) ? { ...HEADERS_WITH_KEY[status], ...replayed } : {};
  return {
    description,
    headers: withCommon({ ...UNKEPT, ...HEADERS[status], ...withKey }),
    content: { 'application/json': bodyOf(route, status) },
  };
}

function bodyOf({ isRun, errorDetails }: Route, status: number): Json {
  const ofRun = isRun ? RUN_ERRORS[status] : undefined;
  if (ofRun) return ofRun;
  const details = errorDetails?.[status];
  if (!details) return { schema: { $ref: '#/components/schemas/Error' }, example: EXAMPLES[status] };
  const properties = { ...ERROR_SCHEMA.properties, ...details.properties };
  return { schema: { ...ERROR_SCHEMA, properties }, example: details.example };
}
