import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

const UNAUTHENTICATED = { status: 401, text: '{"error":"Authentication credentials were not provided."}' };
const FORBIDDEN = { status: 403, text: '{"error":"You do not have permission to perform this action."}' };
const BAD_KEY = { status: 403, text: '{"error":"Invalid API key."}' };
const NOT_FOUND = { status: 404, text: '{"error":"Not found."}' };
const BAD = { status: 400 };
const BAD_METHOD = { status: 405 };
const BAD_TYPE = { status: 415 };
const TOO_LARGE = { status: 413 };

const world = new World();

/** One request with several faults at once. */
interface Faulty {
  readonly by: 'nobody' | 'key' | 'stranger' | 'member' | 'viewer' | 'admin';
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

let own: string;
let foreign: string;
const clients = new Map<Faulty['by'], ApiClient>();

beforeAll(async () => {
  const [project, other] = await Promise.all([world.project('auto_publish'), world.project()]);
  own = `/projects/${project.id}`;
  foreign = `/projects/${other.id}`;
  const [viewer, member, admin] = await Promise.all([
    world.member(project.id),
    world.member(project.id, []),
    world.member(project.id, ['CAN_PERFORM_ADMIN_ACTIONS']),
  ]);
  clients
    .set('nobody', world.anybody)
    .set('key', world.anybody.as(`pks_${'0'.repeat(36)}`))
    .set('stranger', world.stranger)
    .set('member', member.api)
    .set('viewer', viewer.api)
    .set('admin', admin.api);
});

async function answerOf({ by, method, path, body, headers }: Faulty) {
  const places: Record<string, string> = { OWN: own, FOREIGN: foreign, UNKNOWN: `/projects/${UNKNOWN}` };
  const address = path.replace(/^[A-Z]+/, (word) => places[word] ?? word);
  return clients.get(by)!.send(method, address, body, headers);
}

const LARGE = `{"title":"${'x'.repeat(1024 * 1024)}"}`;
const TEXT = { 'content-type': 'text/plain' };

describe('of two faults the earlier check wins', () => {
  it.each<[string, Faulty, object]>([
    ['route before credential', { by: 'nobody', method: 'GET', path: 'OWN/nothing/' }, NOT_FOUND],
    ['route before body', { by: 'admin', method: 'POST', path: 'OWN/nothing/', body: '{' }, NOT_FOUND],
    ['method before credential', { by: 'nobody', method: 'PUT', path: 'OWN/artifacts/' }, BAD_METHOD],
    ['method before project', { by: 'viewer', method: 'PUT', path: 'UNKNOWN/users/' }, BAD_METHOD],
    ['method before body', { by: 'admin', method: 'PUT', path: 'OWN/artifacts/', body: '{' }, BAD_METHOD],
    ['method before size', { by: 'admin', method: 'PUT', path: 'OWN/artifacts/', body: LARGE }, BAD_METHOD],

    ['credential before project', { by: 'nobody', method: 'GET', path: 'UNKNOWN/users/' }, UNAUTHENTICATED],
    [
      'credential before a malformed project',
      { by: 'nobody', method: 'GET', path: '/projects/x/' },
      UNAUTHENTICATED,
    ],
    [
      'credential before permission',
      { by: 'nobody', method: 'POST', path: 'OWN/artifacts/' },
      UNAUTHENTICATED,
    ],
    [
      'credential before JSON',
      { by: 'nobody', method: 'POST', path: 'OWN/artifacts/', body: '{' },
      UNAUTHENTICATED,
    ],
    [
      'credential before size',
      { by: 'nobody', method: 'POST', path: 'OWN/artifacts/', body: LARGE },
      UNAUTHENTICATED,
    ],
    [
      'credential before type',
      { by: 'nobody', method: 'POST', path: 'OWN/artifacts/', body: 'x', headers: TEXT },
      UNAUTHENTICATED,
    ],
    ['credential before query', { by: 'nobody', method: 'GET', path: 'OWN/users/?limit=x' }, UNAUTHENTICATED],
    [
      'credential before object',
      { by: 'nobody', method: 'GET', path: 'OWN/artifacts/none/' },
      UNAUTHENTICATED,
    ],
    ['API key before project', { by: 'key', method: 'GET', path: 'UNKNOWN/users/' }, BAD_KEY],
    ['API key before JSON', { by: 'key', method: 'POST', path: 'OWN/artifacts/', body: '{' }, BAD_KEY],

    [
      'project before permission, where a 404 is listed',
      { by: 'viewer', method: 'POST', path: 'UNKNOWN/users/' },
      NOT_FOUND,
    ],
    [
      'project before permission, where none is',
      { by: 'viewer', method: 'POST', path: 'UNKNOWN/artifacts/' },
      FORBIDDEN,
    ],
    ['project before JSON', { by: 'admin', method: 'POST', path: 'UNKNOWN/users/', body: '{' }, NOT_FOUND],
    [
      'project before JSON, without a 404',
      { by: 'admin', method: 'POST', path: 'UNKNOWN/artifacts/', body: '{' },
      FORBIDDEN,
    ],
    ['project before query', { by: 'admin', method: 'GET', path: 'UNKNOWN/users/?limit=x' }, NOT_FOUND],
    [
      'project before query, without a 404',
      { by: 'admin', method: 'GET', path: 'UNKNOWN/artifacts/?limit=x' },
      FORBIDDEN,
    ],
    [
      'a malformed project before all that follows',
      { by: 'viewer', method: 'POST', path: '/projects/x/users/', body: '{' },
      NOT_FOUND,
    ],
    [
      'a malformed project, also without a 404',
      { by: 'viewer', method: 'GET', path: '/projects/x/artifacts/' },
      NOT_FOUND,
    ],
    [
      'membership before body',
      { by: 'admin', method: 'POST', path: 'FOREIGN/artifacts/', body: '{' },
      FORBIDDEN,
    ],
    ['membership before object', { by: 'admin', method: 'GET', path: 'FOREIGN/artifacts/none/' }, FORBIDDEN],
    [
      'membership, for one of another organization',
      { by: 'stranger', method: 'GET', path: 'OWN/' },
      FORBIDDEN,
    ],

    [
      'permission before JSON',
      { by: 'viewer', method: 'POST', path: 'OWN/artifacts/', body: '{' },
      FORBIDDEN,
    ],
    [
      'permission before a bad body',
      { by: 'viewer', method: 'POST', path: 'OWN/artifacts/', body: '{}' },
      FORBIDDEN,
    ],
    [
      'permission before type',
      { by: 'viewer', method: 'POST', path: 'OWN/artifacts/', body: 'x', headers: TEXT },
      FORBIDDEN,
    ],
    [
      'permission before size',
      { by: 'viewer', method: 'POST', path: 'OWN/artifacts/', body: LARGE },
      FORBIDDEN,
    ],
    ['permission before query', { by: 'member', method: 'GET', path: 'OWN/users/?limit=x' }, FORBIDDEN],
    ['permission before object', { by: 'viewer', method: 'DELETE', path: 'OWN/artifacts/none/' }, FORBIDDEN],
    [
      'permission before a malformed object',
      { by: 'viewer', method: 'DELETE', path: 'OWN/users/x/' },
      FORBIDDEN,
    ],
    [
      'permission before state',
      { by: 'viewer', method: 'POST', path: 'OWN/artifacts/brief/publish-head/' },
      FORBIDDEN,
    ],

    [
      'size before object',
      { by: 'admin', method: 'PATCH', path: 'OWN/artifacts/none/', body: LARGE },
      TOO_LARGE,
    ],
    [
      'type before object',
      { by: 'admin', method: 'PATCH', path: 'OWN/artifacts/none/', body: 'x', headers: TEXT },
      BAD_TYPE,
    ],
    ['JSON before object', { by: 'admin', method: 'PATCH', path: 'OWN/artifacts/none/', body: '{' }, BAD],
    [
      'a bad body before object',
      { by: 'admin', method: 'PATCH', path: 'OWN/artifacts/none/', body: '{"title":1}' },
      BAD,
    ],
    [
      'a bad body before a malformed object',
      { by: 'admin', method: 'PATCH', path: 'OWN/users/x/', body: '{"a":1}' },
      BAD,
    ],
    [
      'a reserved group before object',
      { by: 'admin', method: 'PATCH', path: 'OWN/artifacts/none/', body: '{"group":"Other"}' },
      BAD,
    ],
    [
      'a bad source of a large version before object',
      {
        by: 'admin',
        method: 'POST',
        path: 'OWN/artifacts/none/versions/',
        body: JSON.stringify({ payload: 'x'.repeat(64 * 1024), edit_source: 'nobody' }),
      },
      BAD,
    ],
    ['query before object', { by: 'viewer', method: 'GET', path: 'OWN/artifacts/none/?nothing=1' }, BAD],
    [
      'query before object, in a list',
      { by: 'admin', method: 'GET', path: 'OWN/artifacts/none/publications/?limit=0' },
      BAD,
    ],
    [
      'a bad Idempotency-Key before object',
      {
        by: 'admin',
        method: 'POST',
        path: 'OWN/artifacts/none/publish-head/',
        headers: { 'idempotency-key': 'ä' },
      },
      BAD,
    ],

    [
      'object before state',
      { by: 'admin', method: 'POST', path: 'OWN/artifacts/none/publish-head/' },
      NOT_FOUND,
    ],
    [
      'version before state',
      { by: 'admin', method: 'POST', path: 'OWN/artifacts/brief/versions/9/publish/' },
      NOT_FOUND,
    ],
    [
      'object before a conflict',
      {
        by: 'admin',
        method: 'POST',
        path: 'OWN/artifacts/none/versions/',
        body: '{"payload":"","base_version_number":9}',
      },
      NOT_FOUND,
    ],
  ])('%s', async (_name, faulty, expected) => {
    expect(await answerOf(faulty)).toMatchObject(expected);
  });
});

describe('state is checked last', () => {
  it('when the object exists and the request is valid', async () => {
    const { slug } = await world.artifact(own.replace('/projects/', ''));
    expect(await clients.get('admin')!.post(`${own}/artifacts/${slug}/publish-head/`)).toMatchObject({
      status: 400,
    });
    const stale = { payload: '', base_version_number: 7 };
    expect(await clients.get('admin')!.post(`${own}/artifacts/${slug}/versions/`, stale)).toMatchObject({
      status: 409,
      body: { head_version_number: 1 },
    });
  });
});

describe('an object of another project', () => {
  it('cannot be distinguished from one that does not exist by a single byte', async () => {
    const secret = await world.artifact(foreign.replace('/projects/', ''), { title: 'Secret plans' });
    const admin = clients.get('admin')!;
    const ways = (slug: string) => [
      admin.get(`${own}/artifacts/${slug}/`),
      admin.patch(`${own}/artifacts/${slug}/`, { title: 'Mine' }),
      admin.delete(`${own}/artifacts/${slug}/`),
      admin.post(`${own}/artifacts/${slug}/versions/`, { payload: '' }),
      admin.get(`${own}/artifacts/${slug}/versions/1/`),
      admin.post(`${own}/artifacts/${slug}/publish-head/`),
    ];
    const those = await Promise.all(ways(secret.slug));
    const nothing = await Promise.all(ways('no-such-thing'));
    for (const [n, answer] of those.entries()) {
      expect(answer).toMatchObject(NOT_FOUND);
      expect(answer.text).toBe(nothing[n]?.text);
      expect(namesOf(answer.headers)).toEqual(namesOf(nothing[n]!.headers));
    }
  });
});

function namesOf(headers: Headers): string[] {
  return [...headers.keys()].sort();
}
