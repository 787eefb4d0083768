import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Field } from '@pks/contracts';
import type { Answer } from '@pks/testing/black-box';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UNREADABLE_STATUSES } from '../src/http/unreadable.ts';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { type Route, bodyFieldsOf, placesOf } from '../src/routes/route.ts';
import { Documented, type OpenApi, type Operation } from './support/documented.ts';
import { queryFor } from './support/matrix/bodies.ts';
import { Grounds } from './support/matrix/grounds.ts';
import { Addresses, targetsOf } from './support/matrix/targets.ts';
import { wholeDocument } from './support/whole-document.ts';
import { World } from './support/world.ts';
import { wrongTextsOf, wrongValuesOf } from './support/wrong-values.ts';

const world = new World();
const declared = ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

let published: OpenApi;
/** With its shared parts put where they are used. */
let document: OpenApi;

beforeAll(async () => {
  published = (await world.anybody.get<OpenApi>('/openapi.json')).body;
  document = wholeDocument(published);
});

function operationOf({ method, path }: Route): Operation {
  return document.paths[path]![method.toLowerCase()]!;
}

/** Every `$ref` in a part of the document. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' ? [String(value)] : referencesIn(value),
  );
}

/** The fields of an upload. */
const FORM = ['files', 'files_metadata', 'skip_parsing'];

/** The described fields of a body; those of one item, if it may also be a list of items. */
function fieldsIn({ requestBody }: Operation): string[] {
  const [{ schema } = { schema: {} }] = Object.values(requestBody?.content ?? {});
  const [item] = (schema['anyOf'] ?? []) as { readonly $ref?: string }[];
  const described = document.components.schemas[item?.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return Object.keys(described['properties'] ?? {}).sort();
}

const names = (fields: readonly { readonly name: string }[]): string[] =>
  fields.map(({ name }) => name).sort();

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(published) as unknown as Record<string, unknown>);
    expect(result).toEqual({ valid: true });
    expect([validator.version, published.openapi]).toEqual(['3.1', '3.1.0']);
  });

  it('is public JSON', async () => {
    const { status, headers } = await world.anybody.get('/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it('has no query parameters', async () => {
    const { status, body } = await world.anybody.get('/openapi.json?x=1');
    expect([status, body]).toEqual([400, { error: 'Unknown field.', x: ['Unknown field.'] }]);
  });

  it('refers to nothing that it does not contain', () => {
    const { securitySchemes: _named, ...kinds } = published.components;
    const components = Object.entries(kinds).flatMap(([kind, ofKind]) =>
      Object.keys(ofKind).map((name) => `#/components/${kind}/${name}`),
    );
    const used = new Set(referencesIn(published));
    expect([...used].filter((reference) => !components.includes(reference))).toEqual([]);
    expect(components.filter((component) => !used.has(component))).toEqual([]);
  });

  it('writes what repeats once', () => {
    const size = (part: unknown): number => JSON.stringify(part).length;
    expect(size(published.paths)).toBeLessThan(size(document.paths) / 2);
    expect(Object.keys(published.components).sort()).toEqual([
      'headers',
      'parameters',
      'responses',
      'schemas',
      'securitySchemes',
    ]);
  });

  it('names every operation once, and describes what it does and who may call it', () => {
    const operations = ALL_ROUTES.map(operationOf);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { summary, description } of operations) {
      expect(summary).toMatch(/^[A-Z].+[^.]$/);
      const [explanation = '', access = ''] = description.split('\n\n');
      expect(explanation).toMatch(/^[A-Z`].{10,}\.$/);
      expect(access).toMatch(/^(Open to|For) .+\.$/);
    }
  });

  it('describes the errors of runs, by each status with which a run may end', () => {
    const { responses } = document.paths['/projects/{project_id}/tools/{tool_id}/run/']!['post']!;
    const { schemas } = published.components;
    const described = Object.entries(responses).filter(([, { content }]) =>
      referencesIn(content).includes('#/components/schemas/RunError'),
    );
    expect(described.map(([status]) => status)).toEqual(['400', '404', '504']);
    const isRunError = new Ajv2020().compile(schemas['RunError'] ?? {});
    for (const [, { content }] of described)
      expect(isRunError(Object(content?.['application/json']).example)).toBe(true);
  });

  it('describes which errors may be repeated under an Idempotency-Key', () => {
    const repeated = (path: string, method: string): string[] =>
      Object.entries(document.paths[path]![method]!.responses)
        .filter(([, { headers }]) => headers && 'Idempotent-Replayed' in headers)
        .map(([status]) => status);
    expect(repeated('/projects/{project_id}/signals/', 'post')).toEqual(['201', '400', '403', '404', '409']);
    expect(repeated('/projects/{project_id}/search/', 'post')).toEqual([]);
    expect(repeated('/projects/{project_id}/signals/', 'get')).toEqual([]);
  });

  it('says of every operation with a body that it has to arrive in time', () => {
    for (const route of ALL_ROUTES) {
      const { responses, requestBody } = operationOf(route);
      if (requestBody) expect([route.path, responses[408] !== undefined]).toEqual([route.path, true]);
    }
    expect(document.paths['/projects/']!['post']!.responses[408]!.description).toContain('2 minutes');
  });

  it('describes what is answered to that which never becomes a request', () => {
    for (const route of ALL_ROUTES)
      expect(Object.keys(operationOf(route).responses).map(Number)).toEqual(
        expect.arrayContaining([...UNREADABLE_STATUSES, 417]),
      );
  });

  it('describes the form of an Idempotency-Key', () => {
    const { parameters = [] } = document.paths['/projects/']!['post']!;
    const { schema = {} } = parameters.find(({ name }) => name === 'Idempotency-Key') ?? {};
    const form = new RegExp(String(schema['pattern']));
    expect(['a b', 'x'.repeat(255), ' a', 'x'.repeat(256), 'é', 'a\tb'].map((key) => form.test(key))).toEqual(
      [...[true, true], ...[false, false, false, false]],
    );
  });

  it('describes the limits of bodies: 16 KiB where no credential is needed', () => {
    const described = (path: string) => {
      const { requestBody, responses } = document.paths[path]!['post']!;
      return [requestBody?.description, responses[413]?.description];
    };
    expect(described('/auth/token/')).toEqual([
      '16 KiB and 100,000 JSON values at most, nested 100 levels deep at most.',
      'The body is larger than 16 KiB.',
    ]);
    expect(described('/projects/')[0]).toMatch(/^1 MiB and 100,000 JSON values/);
    expect(described('/projects/{project_id}/artifacts/{slug}/versions/')[0]).toMatch(/^4 MiB and 100,000/);
  });

  it('describes how many items a list has at most, also one of objects that declares it', () => {
    const { schemas } = published.components;
    const most = (properties: unknown, name: string): unknown =>
      JSON.stringify(Reflect.get(Object(properties), name)).match(/"maxItems":(\d+)/)?.[1];
    const body = (path: string): unknown => {
      const { requestBody } = document.paths[`/projects/{project_id}${path}`]!['post']!;
      return requestBody?.content['application/json']?.schema['properties'];
    };
    for (const path of ['/interviews/assign/', '/interview-drafts/']) {
      expect([path, most(body(path), 'questions'), most(body(path), 'topics')]).toEqual([path, '100', '100']);
    }
    expect(most(schemas['MeetingInfo']?.['properties'], 'participants')).toBe('100');
    expect(most(schemas['Interview']?.['properties'], 'chat_history')).toBeUndefined();
  });

  it('describes X-Impersonate-Email on every route of notifications, and Last-Event-ID on streams alone', () => {
    const pathsWith = (header: string): string[] =>
      ALL_ROUTES.filter((route) => operationOf(route).parameters.some(({ name }) => name === header)).map(
        ({ path }) => path,
      );
    const paths = ALL_ROUTES.map(({ path }) => path);
    expect(pathsWith('X-Impersonate-Email')).toEqual(
      paths.filter((path) => path.includes('/notifications/')),
    );
    expect(pathsWith('Last-Event-ID')).toEqual(paths.filter((path) => /(\/stream|_stream)\/$/.test(path)));
  });

  it.each(declared)('%s: has every parameter, field, answer and error', (_name, route) => {
    const operation = operationOf(route);
    const { path, query } = placesOf(route);
    const parametersIn = (place: string) =>
      operation.parameters.filter((parameter) => parameter.in === place);
    expect(names(parametersIn('path'))).toEqual(names(path));
    expect(names(parametersIn('query'))).toEqual(names(query));
    expect(fieldsIn(operation)).toEqual(route.upload ? FORM : names(bodyFieldsOf(route)));
    const statuses = [route.status, ...route.errors, 400, 429, 500, 503, 504];
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses.map(String)));
    for (const [status, { content, headers }] of Object.entries(operation.responses)) {
      expect([status, content !== undefined]).toEqual([status, status !== '204' && status !== '304']);
      expect(headers).toHaveProperty('X-Request-Id');
    }
    expect(operation.security).toEqual(route.access === 'anyone' ? [] : [{ credential: [] }]);
  });
});

describe("the document's description of requests", () => {
  let addresses: Addresses;

  beforeAll(async () => {
    addresses = new Addresses(await Grounds.prepare(world));
  });

  it.each(declared)('%s: refuses every undeclared parameter', async (_name, route) => {
    const path = await addresses.pathTo(route, targetsOf(route)[0]!, false);
    const query = queryFor(route);
    const separator = query === '' ? '?' : '&';
    const answer = await world.founder.send(route.method, `${path}${query}${separator}no_such=1`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Unknown field.', no_such: ['Unknown field.'] },
    });
  });

  it.each(declared)(
    '%s: refuses every field that breaks its description, by its name',
    async (_name, route) => {
      const path = await addresses.pathTo(route, targetsOf(route)[0]!, false);
      const { query: inQuery } = placesOf(route);
      const inBody = bodyFieldsOf(route);
      const taken: unknown[] = [];
      for (const field of inQuery) {
        for (const text of wrongTextsOf(field)) {
          const query = `?${field.name}=${encodeURIComponent(text)}`;
          const answer = await world.founder.send<object>(route.method, path + query);
          if (!isRefused(answer, field)) taken.push({ [field.name]: text, status: answer.status });
        }
      }
      for (const field of inBody) {
        for (const value of wrongValuesOf(field)) {
          const answer = await world.founder.send<object>(route.method, path, { [field.name]: value });
          if (!isRefused(answer, field)) taken.push({ [field.name]: value, status: answer.status });
        }
      }
      expect(taken).toEqual([]);
    },
  );

  it.each(declared)('%s: reports every missing required field, by its name', async (_name, route) => {
    const path = await addresses.pathTo(route, targetsOf(route)[0]!, false);
    const { query } = placesOf(route);
    const body = bodyFieldsOf(route);
    const needed = (query.some(({ required }) => required) ? query : body).filter(({ required }) => required);
    if (needed.length === 0) return;
    const answer = await world.founder.send<object>(route.method, path, body.length > 0 ? {} : undefined);
    expect([answer.status, Object.keys(answer.body)]).toEqual([
      400,
      ['error', ...needed.map(({ name }) => name)],
    ]);
    for (const { name } of needed) expect(answer.body).toHaveProperty([name], ['This field is required.']);
  });
});

/** Whether a response refuses a field, or something in it, by its name and in a sentence. */
function isRefused({ status, body }: Answer<object>, { name }: Field): boolean {
  const entries = Object.entries(body).filter(([key]) => key === name || key.startsWith(`${name}.`));
  const sentences = entries.flatMap(([, value]: [string, unknown]) => value);
  return status === 400 && sentences.length > 0 && sentences.every((one) => /^.+\.$/.test(String(one)));
}

describe('the check against the document', () => {
  let judge: Documented;

  beforeAll(() => {
    judge = new Documented(document);
  });

  const said = {
    method: 'GET',
    path: '/users/me/',
    headers: new Headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: '"x"',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r',
    }),
  };
  const me = {
    id: '01890000-0000-7000-8000-000000000000',
    email: 'ana@e2e.test',
    date_joined: '2026-11-21T12:00:00.000Z',
    organizations: [],
    projects: [],
  };

  function verdict(status: number, body: object | undefined, headers = said.headers): string {
    const text = body === undefined ? '' : JSON.stringify(body);
    try {
      judge.judge({ ...said, status, text, headers });
      return 'as described';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it('accepts what is described', () => {
    expect(verdict(200, me)).toBe('as described');
    expect(verdict(304, undefined)).toBe('as described');
  });

  it.each<[string, number, object]>([
    ['a status', 418, {}],
    ['a field too many', 200, { ...me, secret: 1 }],
    ['a field too few', 200, { ...me, email: undefined }],
    ['an id of another version', 200, { ...me, id: '01890000-0000-4000-8000-000000000000' }],
    ['a time without milliseconds', 200, { ...me, date_joined: '2026-11-21T12:00:00Z' }],
    ['an error without its sentence', 400, { detail: 'x' }],
  ])('does not accept %s', (_name, status, body) => {
    expect(verdict(status, body)).toMatch(/^GET \/users\/me\/ answered/);
  });

  it('does not accept a missing header or another type', () => {
    const without = new Headers(said.headers);
    without.delete('etag');
    expect(verdict(200, me, without)).toMatch(/without the header ETag/);
    const text = new Headers(said.headers);
    text.set('content-type', 'text/plain');
    expect(verdict(200, me, text)).toMatch(/as text\/plain/);
  });
});

describe('the browsable reference', () => {
  it('is a public page that shows the document', async () => {
    const { status, headers, text } = await world.anybody.get('/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>/);
  });

  it('needs no other host: everything it loads is served beside it, and it may connect to no other', async () => {
    const { headers, text } = await world.anybody.get('/docs');
    expect(text).not.toMatch(/https?:|\/\/[a-z]/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*connect-src 'self';/);
    const assets = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toHaveLength(3);
    for (const path of assets) {
      const { pathname } = new URL(world.baseUrl);
      const asset = await world.anybody.get(path.slice(pathname.length));
      expect([path, asset.status]).toEqual([path, 200]);
      expect(asset.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
    const start = await world.anybody.get('/docs/start.js');
    expect(start.text).toContain('url: "/api/v1/openapi.json"');
    expect(start.text).toContain('validatorUrl: null');
  });

  it('runs and styles nothing inline, so that its policy allows neither', async () => {
    const { headers, text } = await world.anybody.get('/docs');
    const directives = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(directives).toEqual(
      expect.arrayContaining(["script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(directives.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(text.match(/<script(?! src="[^"]+"><\/script>)/g)).toBeNull();
    expect(text).not.toMatch(/<style|<iframe|\sstyle=|\son\w+=|javascript:/i);
  });
});

describe('whoever opens the address in a browser', () => {
  it.each(['/docs', '/api/v1/', '/api/v1'])('is led from %s to the reference', async (path) => {
    const { status, headers } = await fetch(new URL(path, world.baseUrl), { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, `${world.baseUrl}/docs`]);
  });
});

it('the document has the version of the API, which is that of the package', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  expect(version).toBe('1.0.0');
  expect((await world.anybody.get('/openapi.json')).body).toMatchObject({ info: { version } });
});
