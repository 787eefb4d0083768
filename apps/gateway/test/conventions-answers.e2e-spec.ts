import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, Me, Project, ProjectUser, Session } from '@pks/contracts';
import { linesAbout } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const world = new World();
const logFile = process.env['E2E_LOG_FILE'] ?? '';

let project: Project;
let base: string;

beforeAll(async () => {
  project = await world.project();
  base = `/projects/${project.id}`;
});

describe('success', () => {
  it('is 200 for a GET and a PATCH, 201 for a POST that creates, 200 for one that acts, 204 for a DELETE', async () => {
    const { founder } = world;
    const artifact = `${base}/artifacts/statuses/`;
    const made = await founder.post(`${base}/artifacts/`, { title: 'Statuses', technical_type: 'markdown' });
    const statuses = [
      made,
      await founder.get(artifact),
      await founder.patch(artifact, { group: 'G' }),
      await founder.post(`${artifact}versions/`, { payload: 'x' }),
      await founder.post(`${artifact}versions/1/restore/`),
      await founder.post(`${artifact}versions/2/publish/`),
      await founder.post(`${artifact}publish-head/`),
      await founder.delete(artifact),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200, 201, 201, 200, 200, 204]);
  });

  it('has no body and no type with 204', async () => {
    await world.founder.post(`${base}/artifacts/`, { title: 'To go', technical_type: 'markdown' });
    const { text, headers } = await world.founder.delete(`${base}/artifacts/to-go/`);
    expect(text).toBe('');
    expect([headers.get('content-type'), headers.get('transfer-encoding')]).toEqual([null, null]);
  });
});

describe('ids and times', () => {
  it('are UUIDv7, and ISO 8601 in UTC with milliseconds', async () => {
    const { body: me } = await world.founder.get<Me>('/users/me/');
    const made = await world.artifact(project.id);
    const { body: users } = await world.founder.get<{ results: ProjectUser[] }>(`${base}/users/`);
    const [member] = users.results;
    const ids = [me.id, me.organizations[0]?.id, project.id, made.id, member?.id, member?.user.id];
    for (const id of ids) expect(id).toMatch(UUID_V7);
    const times = [me.date_joined, project.created_at, project.updated_at, made.head_updated_at];
    for (const time of times) expect(time).toMatch(TIME);
  });

  it('increase with the time of creation', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await world.artifact(project.id)).id);
    expect(made).toEqual([...made].sort());
  });
});

describe('X-Request-Id', () => {
  const withRequestId = (path: string, id?: string) =>
    world.founder.get(path, id === undefined ? {} : { 'x-request-id': id });

  it.each(['r', 'A-b_c.9', 'x'.repeat(128)])('is accepted and returned: %s', async (id) => {
    expect((await withRequestId('/users/me/', id)).headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'é', '{"a":1}'])(
    'is made where it cannot be used: %s',
    async (id) => {
      expect((await withRequestId('/users/me/', id)).headers.get('x-request-id')).toMatch(UUID);
    },
  );

  it('is generated when none was sent, a different one for each request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await withRequestId('/users/me/')).headers.get('x-request-id')),
    );
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(20);
  });

  it('is returned with every kind of response', async () => {
    const { founder, anybody } = world;
    const id = { 'x-request-id': 'all-kinds' };
    const stored = await founder.get(`${base}/`);
    const answers = [
      await founder.get(`${base}/`, { ...id, 'if-none-match': stored.headers.get('etag') ?? '' }),
      await founder.post(`${base}/artifacts/`, {}, id),
      await anybody.get('/users/me/', id),
      await founder.get(`/projects/${randomUUID()}/artifacts/`, id),
      await founder.get('/nothing/', id),
      await founder.send('PUT', '/users/me/', undefined, id),
      await founder.send('POST', `${base}/artifacts/`, ' '.repeat(1024 * 1024 + 1), id),
      await founder.send('POST', `${base}/artifacts/`, 'x', { ...id, 'content-type': 'text/plain' }),
      await founder.get('/openapi.json', id),
      await founder.get('/docs', id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([304, 400, 401, 403, 404, 405, 413, 415, 200, 200]);
    for (const { headers } of answers) expect(headers.get('x-request-id')).toBe('all-kinds');
  });

  it('is in the log of every service that the request touched', async () => {
    const id = `log-${randomUUID()}`;
    await withRequestId(`${base}/artifacts/`, id);
    const lines = await linesAbout(logFile, id, ['gateway', 'knowledge']);
    expect(lines.find((line) => line.service === 'gateway')).toMatchObject({
      method: 'GET',
      path: `/api/v1${base}/artifacts/`,
      status: 200,
      user_id: expect.stringMatching(UUID_V7),
    });
    expect(lines.find((line) => line.service === 'knowledge')).toMatchObject({
      call: 'knowledge.artifacts.list',
      outcome: 'ok',
    });
  });

  it('is in the log of the service that resolved the caller', async () => {
    const { api } = await world.person();
    const id = `log-${randomUUID()}`;
    await api.get(`${base}/artifacts/`, { 'x-request-id': id });
    const lines = await linesAbout(logFile, id, ['gateway', 'identity']);
    expect(lines.find((line) => line.service === 'identity')).toMatchObject({
      call: 'identity.access.resolve',
    });
  });

  it.each(['/nothing/', '/projects/%zz/', '/users/me/?x=1'])('is also in the log of %s', async (path) => {
    const id = `log-${randomUUID()}`;
    const { status } = await withRequestId(path, id);
    const lines = await linesAbout(logFile, id, ['gateway']);
    expect(lines.find((line) => line.service === 'gateway')).toMatchObject({ status, method: 'GET' });
  });
});

describe('logs', () => {
  it('never contain a token, a password or a search text', async () => {
    const email = `${randomUUID()}@e2e.test`;
    const password = `secret-${randomUUID()}`;
    const search = `search-${randomUUID()}`;
    const users = `/organizations/${await world.organizationId()}/users/`;
    await world.founder.post(users, { email, password });
    const { body } = await world.anybody.post<Session>('/auth/token/', { email, password });
    const id = `log-${randomUUID()}`;
    await world.founder.as(body.token).get(`${base}/users/?search=${search}`, { 'x-request-id': id });
    await linesAbout(logFile, id, ['gateway']);
    const log = await readFile(logFile, 'utf8');
    for (const secret of [password, body.token, world.founderToken, search])
      expect(log).not.toContain(secret);
  });
});

describe('ETag', () => {
  it('is on every GET of one object, with its caching rules', async () => {
    const artifact = `${base}/artifacts/brief/`;
    await world.founder.post(`${artifact}versions/`, { payload: 'x' });
    const versions = `${artifact}versions/1/`;
    for (const path of ['/users/me/', `${base}/`, artifact, versions, `${versions}diff/`]) {
      const { headers } = await world.founder.get(path);
      expect([path, headers.get('etag')]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('is on nothing else', async () => {
    const list = await world.founder.get(`${base}/artifacts/`);
    expect([list.headers.get('etag'), list.headers.get('cache-control')]).toEqual([
      null,
      'private, no-cache',
    ]);
    const made = await world.founder.post(`${base}/artifacts/`, {
      title: 'No tag',
      technical_type: 'markdown',
    });
    expect([made.headers.get('etag'), made.headers.get('cache-control')]).toEqual([null, 'no-store']);
    const missing = await world.founder.get(`${base}/artifacts/none/`);
    expect([missing.headers.get('etag'), missing.headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  it('sent back as If-None-Match gets a 304 without a body, however it is written', async () => {
    const path = `${base}/artifacts/playbooks/`;
    const etag = (await world.founder.get(path)).headers.get('etag') ?? '';
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`, '*']) {
      const { status, text, headers } = await world.founder.get(path, { 'if-none-match': sent });
      expect([sent, status, text]).toEqual([sent, 304, '']);
      expect([headers.get('etag'), headers.get('cache-control')]).toEqual([etag, 'private, no-cache']);
    }
    for (const sent of ['"other"', etag.slice(1, -1), `"x${etag.slice(1)}`]) {
      expect((await world.founder.get(path, { 'if-none-match': sent })).status).toBe(200);
    }
    const { status, headers } = await world.founder.send('HEAD', path, undefined, { 'if-none-match': etag });
    expect([status, headers.get('etag'), headers.get('content-length')]).toEqual([304, etag, null]);
  });

  it('differs once the object has changed', async () => {
    const { slug } = await world.artifact(project.id);
    const path = `${base}/artifacts/${slug}/`;
    const before = (await world.founder.get(path)).headers.get('etag') ?? '';
    await world.founder.patch(path, { group: 'Another' });
    const after = await world.founder.get<ArtifactDetail>(path, { 'if-none-match': before });
    expect(after).toMatchObject({ status: 200, body: { group: 'Another' } });
    expect(after.headers.get('etag')).not.toBe(before);
  });

  it('does not bypass authorization: callers who may not see the object are refused', async () => {
    const any = { 'if-none-match': '*' };
    expect((await world.anybody.get(`${base}/`, any)).status).toBe(401);
    expect((await world.stranger.get(`${base}/`, any)).status).toBe(403);
    expect((await world.founder.get(`${base}/artifacts/none/`, any)).status).toBe(404);
  });
});
