import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { NOTIFICATION_CHANGES } from '@pks/contracts';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { type Route, placesOf } from '../src/routes/route.ts';
import type { OpenApi, Operation } from './support/documented.ts';
import { wholeDocument } from './support/whole-document.ts';
import { World } from './support/world.ts';

const world = new World();

/** With its shared parts put where they are used. */
let document: OpenApi;

beforeAll(async () => {
  document = wholeDocument((await world.anybody.get<OpenApi>('/openapi.json')).body);
});

function operationOf({ method, path }: Route): Operation {
  return document.paths[path]![method.toLowerCase()]!;
}

describe('the OpenAPI document', () => {
  it('describes what the bodies of errors have beside their sentence, with an example', () => {
    const described = ALL_ROUTES.flatMap((route) =>
      Object.entries(operationOf(route).responses).flatMap(([status, { content }]) => {
        const { schema, example } = content?.['application/json'] ?? {};
        const { error, ...details } = Object(schema?.['properties']);
        if (Number(status) < 400 || error === undefined) return [];
        const names = Object.keys(details).sort();
        expect(Object.keys(Object(example))).toEqual(expect.arrayContaining(['error', ...names]));
        return [[route.path.split('{project_id}')[1], status, names.join(' ')]];
      }),
    );
    expect(described).toEqual([
      ['/artifacts/{slug}/versions/', '409', 'head_version_number'],
      ['/documents/bulk-upload/', '413', 'allowed_bytes allowed_files stored_bytes stored_files'],
    ]);
  });

  it.each([
    [
      404,
      '`User not found`',
      [
        'POST /signals/mark_conversation_reviewed/',
        'PATCH /signals/{signal_id}/',
        'POST /interviews/{interview_id}/stop-reminders/',
      ],
    ],
    [403, '`Predefined artifacts cannot be deleted.`', ['DELETE /artifacts/{slug}/']],
    [
      403,
      '`An imported tool can be changed in its own project alone.`',
      ['PATCH /tools/{tool_id}/', 'DELETE /tools/{tool_id}/'],
    ],
  ] as const)('describes the further errors that a route may return: %i, %s', (status, sentence, of) => {
    const saying = ALL_ROUTES.filter((route) =>
      operationOf(route).responses[status]?.description.includes(sentence),
    );
    expect(saying.map(({ method, path }) => `${method} ${path.split('{project_id}')[1]}`)).toEqual(of);
  });

  it('names each event of notifications, and where their stream does not resume', () => {
    const { description, parameters } =
      document.paths['/projects/{project_id}/notifications/stream/']!['get']!;
    for (const kind of NOTIFICATION_CHANGES) expect(description).toContain(`\`${kind}\``);
    const { description: promise } = Object(parameters.find(({ name }) => name === 'Last-Event-ID'));
    for (const promised of [document.info.description, promise]) expect(promised).toContain('`reset`');
  });

  it('describes how each response is cached, what browsers run of a file, and that streams are not buffered', () => {
    const constants = (route: Route, status: number | string): object => {
      const { headers = {} } = operationOf(route).responses[status] ?? {};
      return Object.fromEntries(Object.entries(headers).map(([name, { schema }]) => [name, schema['const']]));
    };
    for (const route of ALL_ROUTES) {
      const { method, status, stream, file } = route;
      const cached = method === 'GET' && !stream ? 'private, no-cache' : 'no-store';
      expect(constants(route, status)).toMatchObject({
        'Cache-Control': cached,
        ...(stream ? { 'X-Accel-Buffering': 'no' } : {}),
        ...(file ? { 'Content-Security-Policy': "sandbox; default-src 'none'" } : {}),
      });
      const errors = Object.keys(operationOf(route).responses).filter((one) => Number(one) >= 400);
      for (const error of errors)
        expect(constants(route, error)).toMatchObject({ 'Cache-Control': 'no-store' });
    }
  });

  it('says what is meant by each field of a body that may be left out', () => {
    for (const route of ALL_ROUTES) {
      const { schema } = operationOf(route).requestBody?.content['application/json'] ?? {};
      const properties: Readonly<Record<string, unknown>> = Object(schema?.['properties']);
      for (const { name, schema: own } of placesOf(route).body) {
        const described = Object.hasOwn(properties, name) ? Object(properties[name]) : own;
        expect([route.path, name, described.default]).toEqual([route.path, name, own.default]);
      }
    }
  });

  it('introduces what holds of all lists and projects, with the exception', () => {
    const { description } = document.info;
    const usual = { type: 'integer', minimum: 1, maximum: 1000, default: 100 };
    const limits = ALL_ROUTES.flatMap((route) => {
      const limit = operationOf(route).parameters.find(({ name }) => name === 'limit');
      return limit ? [[operationOf(route).operationId, limit.schema] as const] : [];
    });
    const others = limits.filter(([, schema]) => !isDeepStrictEqual(schema, usual));
    expect(others).toEqual([['versions_history', { ...usual, maximum: 100, default: 20 }]]);
    expect(description).toContain(
      '(1 to 1000, 100 by default; the history of versions 1 to 100, 20 by default)',
    );
    expect(description).toContain('A project of which the caller is no member is 403;');
  });
});
