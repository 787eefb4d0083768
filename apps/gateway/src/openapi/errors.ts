import type { ErrorStatus, Route } from '../routing/route.ts';

type Json = Record<string, unknown>;

const DECLARED: Record<ErrorStatus, string> = {
  400: 'The request breaks a rule; each refused field is a key with its sentences.',
  401: '`Authentication credentials were not provided.`',
  403: '`You do not have permission to perform this action.`, or why an API key is refused.',
  404: '`Not found.`',
  409: 'Things have changed meanwhile, or a request with the same Idempotency-Key is still running.',
};

const ALWAYS: Readonly<Record<number, string>> = {
  429: 'Too many requests, where the installation limits them; `Retry-After` says when to come again.',
  503: 'Overloaded, or something needed is away; `Retry-After` says when to come again.',
  504: "The request's deadline passed.",
};

const WITH_BODY: Readonly<Record<number, string>> = {
  400: DECLARED[400],
  409: 'A request with the same Idempotency-Key is still running.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'The Idempotency-Key was used with another body.',
};

const SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
  additionalProperties: true,
};

/** The errors of a route: those that it declares, and those of every route of its kind. */
export function errorResponses(route: Route): Record<string, Json> {
  const takesBody = route.method === 'POST' || route.method === 'PATCH';
  const all: Record<number, string> = {
    ...(takesBody ? WITH_BODY : {}),
    ...ALWAYS,
    ...Object.fromEntries(route.errors.map((status) => [status, DECLARED[status]])),
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: SCHEMA } } },
    ]),
  );
}
