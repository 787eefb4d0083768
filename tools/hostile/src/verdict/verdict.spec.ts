import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenApi, Operation } from '../document/open-api.ts';
import { EXPLAINED, explanationOf } from './explained.ts';
import { Judge } from './judge.ts';
import { missedBy } from './refusal.ts';

const THING = { $ref: '#/components/schemas/Thing' };
const DOCUMENT: OpenApi = {
  paths: {},
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', format: 'uuid' }, at: { type: 'string', format: 'date-time' } },
        additionalProperties: false,
      },
    },
  },
};
const OPERATION: Operation = {
  operationId: 'things_get',
  method: 'GET',
  path: '/things/',
  security: [],
  parameters: [],
  responses: {
    200: { headers: { ETag: { required: true } }, content: { 'application/json': { schema: THING } } },
    204: {},
    503: { content: { 'application/json': { schema: {} } } },
  },
};
const ID = '01890000-0000-7000-8000-000000000000';
const headers = { etag: '"x"', 'content-type': 'application/json; charset=utf-8' };
const judge = new Judge(DOCUMENT);

function faultOf(status: number, body: unknown, given: Record<string, string> = headers): string | null {
  return judge.fault(OPERATION, { status, headers: given, text: body === '' ? '' : JSON.stringify(body) });
}

test('an answer as described is no finding', () => {
  assert.equal(faultOf(200, { id: ID, at: '2026-11-21T12:00:00.000Z' }), null);
  assert.equal(faultOf(204, ''), null);
});

test('any other is one: its status, its headers, its type, its body', () => {
  assert.match(faultOf(418, {}) ?? '', /418 is not described/);
  assert.match(faultOf(503, {}) ?? '', /answered with 503/);
  assert.match(faultOf(200, { id: ID }, { ...headers, etag: undefined } as never) ?? '', /no header ETag/);
  assert.match(
    faultOf(200, { id: ID }, { ...headers, 'content-type': 'text/html' }) ?? '',
    /of the type text\/html/,
  );
  assert.match(faultOf(200, { id: 'x' }) ?? '', /\/id must match format/);
  assert.match(faultOf(200, { id: ID, at: '2026-11-21T12:00:00Z' }) ?? '', /\/at must match format/);
  assert.match(faultOf(200, { id: ID, secret: 1 }) ?? '', /additional properties/);
  assert.match(faultOf(204, {}) ?? '', /should have none/);
});

test('a refusal has its status, and names the field with a sentence', () => {
  const flaw = { rule: 'too long', statuses: [400], key: ['topics', '0', 'title'] };
  const missed = (status: number, body: object): string | null =>
    missedBy(flaw, { status, headers: {}, text: JSON.stringify(body) });
  assert.equal(missed(400, { error: 'Too long.', 'topics.0.title': ['Too long.'] }), null);
  assert.match(missed(201, {}) ?? '', /201 instead of 400/);
  for (const body of [
    { error: 'Too long.' },
    { error: 'x', name: ['Too long.'] },
    { error: 'x', 'topics.0.title': [] },
  ])
    assert.match(missed(400, body) ?? '', /does not name topics\.0\.title/);
});

test('a rule explains its own sentence of its own operation only', () => {
  const answer = (status: number, error: string) => ({
    status,
    headers: {},
    text: JSON.stringify({ error }),
  });
  const sentence = 'An artifact with the slug "x" already exists.';
  assert.ok(explanationOf('artifacts_create', answer(400, sentence)));
  assert.equal(explanationOf('artifacts_update', answer(400, sentence)), undefined);
  assert.equal(explanationOf('artifacts_create', answer(400, 'No.')), undefined);
  assert.equal(explanationOf('artifacts_create', answer(409, sentence)), undefined);
  assert.ok(EXPLAINED.every(({ status, because }) => status < 500 && because.endsWith('.')));
});
