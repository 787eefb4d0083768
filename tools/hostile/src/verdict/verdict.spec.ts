import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenApi, Operation } from '../document/open-api.ts';
import { EXPLAINED, explanationOf } from './explained.ts';
import { ALTERED, unheededBy } from './heeded.ts';
import { Judge } from './judge.ts';
import { jsonBody } from '../requests/request.ts';
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

test('a rule explains the sentences of the rule, and no other in which a word of them occurs', () => {
  const isExplained = (operationId: string, error: string): boolean =>
    explanationOf(operationId, { status: 400, headers: {}, text: JSON.stringify({ error }) }) !== undefined;
  const sentences: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    versions_append: [
      [
        '""" is not a valid choice.',
        'This field may not be null.',
        'Must be a list of objects; item 2 is not one.',
      ],
      ['The payload could not be stored.', 'Expected property name in JSON', 'It must not happen.'],
    ],
    assignment_assign: [
      ['Only a guided interview has topics.', 'There is no such campaign in this project.'],
      ['The campaign could not be opened.', 'The admin is unknown.', '`topics` is not iterable.'],
    ],
    drafts_update: [['There is no such campaign in this project.'], ['The campaign is locked.']],
    interview_writing_write: [
      ['An interview can only be written to an artifact of the technical type `markdown`.'],
      ['The markdown could not be written.'],
    ],
    users_leave: [
      [
        'The last admin of an organization cannot leave.',
        'This user is the last admin of the project "a" and cannot leave.',
      ],
      ['The last admin was not found.'],
    ],
    project_users_add: [
      ['This user is already a member of the project.', 'This field is required.'],
      ['The transaction has already ended.'],
    ],
    artifacts_create: [['An artifact with the slug "a" already exists.'], ['A row already exists.']],
    interviews_list: [
      ['"x" is not a valid choice.', 'This field may not be blank.'],
      ['It may not be blank here.'],
    ],
  };
  for (const [operationId, [explained, others]] of Object.entries(sentences)) {
    for (const sentence of explained) assert.ok(isExplained(operationId, sentence), sentence);
    for (const sentence of others) assert.ok(!isExplained(operationId, sentence), sentence);
  }
});

test('an answer has what was sent, but for what is known to be altered', () => {
  const unheeded = (sent: object, answered: object, operationId = 'things_create'): string | null => {
    const request = { method: 'POST', target: '/things/', headers: {}, body: jsonBody(sent) };
    return unheededBy(operationId, request, { status: 201, headers: {}, text: JSON.stringify(answered) });
  };
  const at = '2026-01-01T01:00:00+01:00';
  assert.equal(unheeded({ name: ' a ', at, secret: 1 }, { name: 'a', at: '2026-01-01T00:00:00.000Z' }), null);
  assert.equal(unheeded({ of: { b: [{ c: 1 }], a: -1 } }, { of: { a: -1, b: [{ id: ID, c: 1 }] } }), null);
  assert.match(unheeded({ of: { b: [{ c: 1 }] } }, { of: { b: [{ c: 2 }] } }) ?? '', /of is not/);
  assert.equal(unheeded({ list: [' a'], of: null }, { list: ['a'], of: 'them' }), null);
  assert.match(unheeded({ name: 'a' }, { name: 'b' }) ?? '', /name is not "a"/);
  assert.match(unheeded({ is_shared: false }, { is_shared: true }) ?? '', /is_shared is not false/);
  assert.match(unheeded({ at }, { at: '2026-01-01T01:00:00.000Z' }) ?? '', /at is not/);
  assert.match(unheeded({ list: ['a'] }, { list: [] }) ?? '', /list is not/);
  assert.match(unheeded({ tags: ['a', 'A'] }, { tags: ['a'] }) ?? '', /tags is not/);
  assert.equal(unheeded({ tags: ['a', 'A'] }, { tags: ['a'] }, 'conversations_update'), null);
  assert.ok(ALTERED.every(({ because }) => because.endsWith('.')));
});

test('each item of a list is one that was asked for', () => {
  const unheeded = (query: string, ...results: object[]): string | null =>
    unheededBy(
      'things_list',
      { method: 'GET', target: `/things/?${query}`, headers: {}, body: null },
      { status: 200, headers: {}, text: JSON.stringify({ count: results.length, results }) },
    );
  assert.equal(unheeded('status=new,old&limit=1', { status: 'old' }, { status: 'new' }), null);
  assert.equal(unheeded('status=&is_read=true', { status: 'old', is_read: true }), null);
  assert.equal(unheeded(`owner=${ID}`, { owner: { id: ID } }), null);
  assert.match(unheeded('status=new', { status: 'new' }, { status: 'old' }) ?? '', /match status=new/);
  assert.match(unheeded('is_read=true', { is_read: false }) ?? '', /match is_read=true/);
  assert.match(unheeded(`owner=${ID}`, { owner: null }) ?? '', /match owner/);
});
