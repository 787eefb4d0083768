import {
  type Field,
  type JsonSchema,
  type MessageClass,
  type Result,
  fieldsOf,
  valueSchema,
} from '@pks/contracts';
import { type AccessRule, type Route, placesOf, takesKey } from '../routing/route.ts';
import { ERROR_SCHEMA, errorResponses } from './errors.ts';
import { eventStream } from './event-stream.ts';
import { REPLAYED, REVALIDATE, VALIDATOR, withRequestId } from './headers.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of all routes, from the declarations that serve them (decisions 1, Discovery). */
export function openApiDocument(routes: readonly Route[], baseUrl: string, region: string | undefined): Json {
  const schemas = new Map<string, Json>([['Error', ERROR_SCHEMA]]);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Project Knowledge Service',
      version: '1.0.0',
      description: "The system of record in which a project's people and agents keep what they know.",
    },
    servers: [{ url: baseUrl, ...(region === undefined ? {} : { description: `Region ${region}` }) }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        credential: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A user token, an OAuth access token or an API key; `Authorization: Token …` works as well.',
        },
      },
    },
  };
}

function operation(route: Route, schemas: Map<string, Json>): Json {
  const { path, query, body } = placesOf(route);
  return {
    operationId: route.rpc.subject
      .replace(/^[^.]+\./, '')
      .replace(/\./g, '_')
      .replace(/-/g, '_'),
    tags: [route.tag],
    summary: route.summary,
    description: ACCESS[route.asks ?? route.access],
    security: route.access === 'anyone' ? [] : [{ credential: [] }],
    parameters: [
      ...path.map((field) => parameter(field, 'path')),
      ...query.map((field) => parameter(field, 'query')),
      ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...(hasValidator(route) ? [IF_NONE_MATCH] : []),
      ...(route.impersonation ? [IMPERSONATE_EMAIL] : []),
      ...(route.stream ? [LAST_EVENT_ID] : []),
      REQUEST_ID,
    ],
    ...(body.length > 0 ? { requestBody: requestBody(body, schemas) } : {}),
    responses: {
      [route.status]: success(route, schemas),
      ...(hasValidator(route) ? { 304: UNCHANGED } : {}),
      ...errorResponses(route),
    },
  };
}

const ACCESS: Readonly<Record<AccessRule, string>> = {
  anyone: 'Open to anyone.',
  authenticated: 'For any credential.',
  view: 'For members of the project with `CAN_VIEW_DATA`.',
  admin: 'For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.',
  organization_admin: 'For admins of the organization.',
};

/** Whether a GET answers one object, which clients may keep. */
function hasValidator({ method, rpc, stream }: Route): boolean {
  return method === 'GET' && rpc.result.kind === 'one' && !stream;
}

const UNCHANGED = {
  description: 'The client has it already.',
  headers: withRequestId({ ...VALIDATOR, ...REVALIDATE }),
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'For 24 hours the same request under the same key takes effect once and gets the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer, several with commas between, or `*`.',
  schema: { type: 'string' },
};

const IMPERSONATE_EMAIL = {
  name: 'X-Impersonate-Email',
  in: 'header',
  required: false,
  description:
    'The user of the project to act as; needs `CAN_IMPERSONATE_OTHER_USERS`, else 403. Where nobody who may view the project has this e-mail, the request goes on as the caller.',
  schema: { type: 'string' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The `id` of the last event that was read: the stream goes on after it, without a gap or a repeat.',
  schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
};

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Returned, and in every log line of the request; made when absent.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

function parameter(field: Field, place: 'path' | 'query'): Json {
  const { description, ...schema } = field.schema;
  return {
    name: field.name,
    in: place,
    required: place === 'path' || field.required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function requestBody(fields: readonly Field[], schemas: Map<string, Json>): Json {
  const content = { 'application/json': { schema: objectSchema(fields, schemas) } };
  return { required: fields.some((field) => field.required), content };
}

function success(route: Route, schemas: Map<string, Json>): Json {
  if (route.stream) return eventStream();
  const schema = resultSchema(route.rpc.result, schemas);
  const headers = withRequestId({
    ...(hasValidator(route) ? VALIDATOR : {}),
    ...(route.method === 'GET' ? REVALIDATE : {}),
    ...(takesKey(route) ? REPLAYED : {}),
  });
  if (!schema) return { description: 'Done.', headers };
  return { description: 'Success.', headers, content: { 'application/json': { schema } } };
}

function resultSchema(result: Result<unknown>, schemas: Map<string, Json>): Json | undefined {
  if (!result.message) return undefined;
  const item = reference(result.message, schemas);
  if (result.kind === 'list') return { type: 'array', items: item };
  if (result.kind !== 'page') return item;
  return {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', description: 'Of all results.' },
      next: { type: ['string', 'null'], format: 'uri', description: 'The next page.' },
      previous: { type: ['string', 'null'], format: 'uri', description: 'The previous page.' },
      results: { type: 'array', items: item },
    },
  };
}

function reference(message: MessageClass, schemas: Map<string, Json>): Json {
  const { name } = message;
  if (!schemas.has(name)) {
    schemas.set(name, {});
    schemas.set(name, objectSchema(fieldsOf(message), schemas));
  }
  return { $ref: `#/components/schemas/${name}` };
}

function objectSchema(fields: readonly Field[], schemas: Map<string, Json>): Json {
  return {
    type: 'object',
    required: fields.filter((field) => field.required).map((field) => field.name),
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field, schemas)])),
    additionalProperties: false,
  };
}

function property(field: Field, schemas: Map<string, Json>): Json | JsonSchema {
  if (!field.nested) return valueSchema(field);
  const { description } = field.schema;
  const target = reference(field.nested, schemas);
  const value = field.schema.type === 'array' ? { type: 'array', items: target } : target;
  return {
    ...(field.nullable ? { anyOf: [value, { type: 'null' }] } : value),
    ...(description === undefined ? {} : { description }),
  };
}
