import {
  type AccessRule,
  type Field,
  type JsonSchema,
  type MessageClass,
  type Result,
  fieldsOf,
  valueSchema,
} from '@pks/contracts';
import { operationIdOf } from '../routes/operation-id.ts';
import { type Route, hasValidator, placesOf, takesKey } from '../routes/route.ts';
import { TAGS } from '../routes/tags.ts';
import { limitsOf } from './body-limit.ts';
import { packageVersion } from './package-version.ts';
import { ERROR_SCHEMA, errorResponses } from './errors.ts';
import { eventStream } from './event-stream.ts';
import { requestExample, responseExample } from './examples.ts';
import { formOf } from './form.ts';
import { PART_OF_FILE, UPLOAD_BODY, WHOLE_FILE } from './files.ts';
import { IGNORED_FORM } from './ignored-form.ts';
import { INTRODUCTION } from './introduction.ts';
import { NAMED, REPLAYED, REVALIDATE, UNKEPT, VALIDATOR, withCommon } from './headers.ts';
import { openAnswers } from './open-answers.ts';
import { parametersOf } from './parameters.ts';
import { RUN_ERROR_SCHEMA } from './run-errors.ts';
import { type Parted, shareParts } from './shared-parts.ts';

type Json = Record<string, unknown>;

/** The version of the API (`api.md`, Versioning), which is that of the package and of the release. */
const version = packageVersion();

/** The OpenAPI 3.1 document of all routes, from the declarations that serve them (decisions 1, Discovery). */
export function openApiDocument(routes: readonly Route[], baseUrl: string, region: string | undefined): Json {
  const schemas = new Map<string, Json>([
    ['Error', ERROR_SCHEMA],
    ['RunError', RUN_ERROR_SCHEMA],
  ]);
  const paths: Record<string, Record<string, Json & Parted>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas);
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  openAnswers(
    schemas,
    operations.map(({ requestBody: body }) => body ?? {}),
  );
  const shared = shareParts(operations);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Project Knowledge Service',
      version,
      description: INTRODUCTION,
      contact: { name: 'Whoever operates this installation' },
      license: { name: 'Proprietary: all rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: serversOf(baseUrl, region),
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
      ...shared,
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

/** The groups that have operations. */
function tagsOf(routes: readonly Route[]): Json[] {
  const used = new Set<string>(routes.map(({ tag }) => tag));
  return Object.entries(TAGS).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  );
}

/** The addresses of the API in the document. */
export function serversOf(baseUrl: string, region: string | undefined): readonly Json[] {
  return [{ url: baseUrl, ...(region === undefined ? {} : { description: `Region ${region}` }) }];
}

function operation(route: Route, schemas: Map<string, Json>): Json & Parted {
  const { body } = placesOf(route);
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\n${accessTo(route)}`,
    security: route.access === 'anyone' ? [] : [{ credential: [] }],
    parameters: parametersOf(route),
    ...(route.upload || route.ignoresForm || body.length > 0
      ? { requestBody: requestBody(route, body, schemas) }
      : {}),
    responses: {
      [route.status]: success(route, schemas),
      ...(route.file ? { 206: PART_OF_FILE } : {}),
      ...(hasValidator(route) ? { 304: unchanged(route) } : {}),
      ...errorResponses(route),
    },
  };
}

const ACCESS: Readonly<Record<AccessRule, string>> = {
  anyone: 'Open to anyone.',
  authenticated: 'For any credential.',
  user_token: 'For users, with a user token.',
  view: 'For members of the project with `CAN_VIEW_DATA`.',
  admin: 'For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.',
  organization_admin: 'For admins of the organization.',
};

function accessTo({ access, serviceAccess = access, path }: Route): string {
  if (serviceAccess === 'authenticated' && path.includes('{project_id}'))
    return 'For all members of the project.';
  return ACCESS[serviceAccess];
}

function unchanged({ file }: Route): Json {
  const headers = { ...VALIDATOR, ...REVALIDATE, ...(file ? NAMED : {}) };
  return { description: 'The client already has the current content.', headers: withCommon(headers) };
}

/** An object whose fields no contract declares. */
const ANY_OBJECT = { type: 'object', additionalProperties: true };

function requestBody(route: Route, fields: readonly Field[], schemas: Map<string, Json>): Json {
  if (route.upload) return UPLOAD_BODY;
  if (route.ignoresForm) return IGNORED_FORM;
  const whole = fields.find(({ name }) => name === route.bodyIs);
  const schema = whole ? wholeBody(whole, schemas) : objectSchema(fields, schemas);
  return {
    description: limitsOf(route.bodyLimit),
    required: fields.some((field) => field.required),
    content: {
      'application/json': { schema, ...requestExample(route) },
      ...(route.formFile === undefined ? {} : formOf(route.formFile, fields, schema)),
    },
  };
}

/** The value of one field; for a list of objects, also a single object. */
function wholeBody(field: Field, schemas: Map<string, Json>): Json {
  if (!field.nested) return { ...valueSchema(field) };
  const { items: _items, ...bounds } = field.schema;
  const item = reference(field.nested, schemas);
  return { anyOf: [item, { ...bounds, items: item }] };
}

function success(route: Route, schemas: Map<string, Json>): Json {
  if (route.stream) return eventStream(route.stream, takesKey(route));
  if (route.file) return WHOLE_FILE;
  const schema = resultSchema(route.rpc.result, schemas);
  const headers = withCommon({
    ...(hasValidator(route) ? VALIDATOR : {}),
    ...(route.method === 'GET' ? REVALIDATE : UNKEPT),
    ...(takesKey(route) ? REPLAYED : {}),
  });
  if (!schema) return { description: 'Success, without a body.', headers };
  return {
    description: 'Success.',
    headers,
    content: { 'application/json': { schema, ...responseExample(route) } },
  };
}

function resultSchema(result: Result<unknown>, schemas: Map<string, Json>): Json | undefined {
  if (result.kind === 'nothing') return undefined;
  const item = result.message ? reference(result.message, schemas) : { ...(result.schema ?? ANY_OBJECT) };
  if (result.kind === 'list') return { type: 'array', items: item };
  if (result.kind !== 'page') return item;
  const beside = result.beside ? fieldsOf(result.beside) : [];
  return {
    type: 'object',
    required: ['count', 'next', 'previous', 'results', ...beside.filter(isRequired).map(({ name }) => name)],
    properties: {
      count: { type: 'integer', description: 'The total number of results.' },
      next: { type: ['string', 'null'], format: 'uri', description: 'The next page.' },
      previous: { type: ['string', 'null'], format: 'uri', description: 'The previous page.' },
      results: { type: 'array', items: item },
      ...Object.fromEntries(beside.map((field) => [field.name, property(field, schemas)])),
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
    required: fields.filter(isRequired).map((field) => field.name),
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field, schemas)])),
    additionalProperties: false,
  };
}

function isRequired({ required }: Field): boolean {
  return required;
}

function property(field: Field, schemas: Map<string, Json>): Json | JsonSchema {
  if (!field.nested) return valueSchema(field);
  const { description, default: preset } = field.schema;
  const target = reference(field.nested, schemas);
  const bound = field.maxItems === undefined ? {} : { maxItems: field.maxItems };
  const value = field.schema.type === 'array' ? { type: 'array', ...bound, items: target } : target;
  return {
    ...(field.nullable ? { anyOf: [value, { type: 'null' }] } : value),
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  };
}
