import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@pks/client';
import type { ArtifactDetail, ArtifactVersion, Page, Project } from '@pks/contracts';
import {
  type Answer,
  type ApiClient,
  type DatabaseSession,
  eventually,
  openSession,
} from '@pks/testing/black-box';
import { World } from './support/world.ts';

const STILL_RUNNING = '{"error":"A request with this Idempotency-Key is still running."}';
const OTHER_BODY = '{"error":"This Idempotency-Key was used with another request body."}';

const world = new World();

let project: Project;
let base: string;
let session: DatabaseSession;

beforeAll(async () => {
  project = await world.project();
  base = `/projects/${project.id}`;
  session = await openSession(process.env['E2E_DATABASE_URL'] ?? '');
});

afterAll(() => session.close());

function under(key: string): Record<string, string> {
  return { 'idempotency-key': key };
}

function making(
  key: string,
  title: string,
  client: ApiClient = world.founder,
): Promise<Answer<ArtifactDetail>> {
  return client.post<ArtifactDetail>(`${base}/artifacts/`, { title, technical_type: 'markdown' }, under(key));
}

/** Whether a response replays an earlier one. */
function isReplay({ headers }: Answer<unknown>): boolean {
  return headers.get('idempotent-replayed') === 'true';
}

async function headOf(slug: string): Promise<number> {
  return (await world.founder.get<ArtifactDetail>(`${base}/artifacts/${slug}/`)).body.head_version_number;
}

describe('a request that is repeated under its Idempotency-Key', () => {
  it('gets the same status and the same bytes, and takes effect once', async () => {
    const key = randomUUID();
    const first = await making(key, 'Once');
    const again = await making(key, 'Once');
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(again.text).toBe(first.text);
  });

  it('is the same with the ids of its path in capitals', async () => {
    const key = randomUUID();
    const first = await making(key, 'In capitals');
    const path = `/projects/${project.id.toUpperCase()}/artifacts`;
    const body = { title: 'In capitals', technical_type: 'markdown' };
    const again = await world.founder.post<ArtifactDetail>(path, body, under(key));
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
  });

  it('gets the first response even when things have changed since', async () => {
    const key = randomUUID();
    const { slug } = await world.artifact(project.id);
    const path = `${base}/artifacts/${slug}/versions/`;
    const first = await world.founder.post<ArtifactVersion>(path, { payload: 'a' }, under(key));
    await world.founder.post(path, { payload: 'b' });
    const again = await world.founder.post<ArtifactVersion>(path, { payload: 'a' }, under(key));
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    expect(await headOf(slug)).toBe(3);
    expect((await world.founder.delete(`${base}/artifacts/${slug}/`)).status).toBe(204);
    expect((await world.founder.post(path, { payload: 'a' }, under(key))).text).toBe(first.text);
  });

  it('is the same with or without its trailing slash', async () => {
    const key = randomUUID();
    const body = { title: 'Slash', technical_type: 'markdown' };
    const first = await world.founder.post(`${base}/artifacts`, body, under(key));
    const again = await world.founder.post(`${base}/artifacts/`, body, under(key));
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
  });

  it('may be a PATCH, one without a body, or an action', async () => {
    const { slug } = await world.artifact(project.id);
    const artifact = `${base}/artifacts/${slug}/`;
    await world.founder.post(`${artifact}versions/`, { payload: 'x' });
    const ways: ((headers: Record<string, string>) => Promise<Answer>)[] = [
      (headers) => world.founder.patch(artifact, { group: 'Team' }, headers),
      (headers) => world.founder.post(`${artifact}versions/2/publish/`, undefined, headers),
      (headers) => world.founder.post(`${artifact}publish-head/`, {}, headers),
      (headers) => world.founder.patch(`${base}/`, { name: `Renamed ${project.id}` }, headers),
    ];
    for (const way of ways) {
      const headers = under(randomUUID());
      const first = await way(headers);
      const again = await way(headers);
      expect([first.status, isReplay(first), again.status, isReplay(again)]).toEqual([200, false, 200, true]);
      expect(again.text).toBe(first.text);
    }
  });

  it('gets the error of the first one, even when it would succeed now', async () => {
    const key = randomUUID();
    const taken = await world.artifact(project.id, { title: 'Taken' });
    const refused = await making(key, 'Taken');
    expect(refused).toMatchObject({
      status: 400,
      body: { title: ['An artifact with the slug "taken" already exists.'] },
    });
    await world.founder.delete(`${base}/artifacts/${taken.slug}/`);
    const again = await making(key, 'Taken');
    expect([again.status, again.text, isReplay(again)]).toEqual([400, refused.text, true]);
  });

  it('gets the 404 and the 409 of the first one', async () => {
    const missing = `${base}/artifacts/later/versions/`;
    const { slug } = await world.artifact(project.id);
    const stale = { payload: '', base_version_number: 7 };
    for (const [path, body, status] of [
      [missing, { payload: '' }, 404],
      [`${base}/artifacts/${slug}/versions/`, stale, 409],
    ] as const) {
      const headers = under(randomUUID());
      const first = await world.founder.post(path, body, headers);
      const again = await world.founder.post(path, body, headers);
      expect([first.status, again.status, again.text, isReplay(again)]).toEqual([
        status,
        status,
        first.text,
        true,
      ]);
    }
  });

  it('can be corrected after it was refused at the edge, and then runs', async () => {
    const key = randomUUID();
    expect((await making(key, '')).status).toBe(400);
    const right = await making(key, 'Put right');
    expect([right.status, isReplay(right)]).toEqual([201, false]);
  });
});

describe('another request under the same Idempotency-Key', () => {
  it('is refused when its body differs, and changes nothing', async () => {
    const key = randomUUID();
    await making(key, 'The first');
    for (const title of ['The second', 'The first ']) {
      expect(await making(key, title)).toMatchObject({ status: 422, text: OTHER_BODY });
    }
    expect((await world.founder.get(`${base}/artifacts/the-second/`)).status).toBe(404);
  });

  it('is a different request when its path, its method or its credential differs', async () => {
    const key = randomUUID();
    const { slug } = await world.artifact(project.id);
    const artifact = `${base}/artifacts/${slug}/`;
    const admin = await world.member(project.id, ['CAN_PERFORM_ADMIN_ACTIONS']);
    const answers = [
      await making(key, 'Paths'),
      await world.founder.post(`${artifact}versions/`, { payload: '' }, under(key)),
      await world.founder.patch(artifact, {}, under(key)),
      await admin.api.post(`${artifact}versions/`, { payload: '' }, under(key)),
    ];
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [201, false],
      [201, false],
      [200, false],
      [201, false],
    ]);
    expect(await headOf(slug)).toBe(3);
  });

  it('is refused to callers without permission before anything is revealed', async () => {
    const key = randomUUID();
    await making(key, 'Private');
    expect((await making(key, 'Private', world.stranger)).status).toBe(403);
    expect((await making(key, 'Private', world.anybody)).status).toBe(401);
  });
});

describe('while the first request runs, a repetition', () => {
  /** An artifact to which nobody can append until the session commits. */
  async function aLockedArtifact(): Promise<string> {
    const { id, slug } = await world.artifact(project.id);
    await session.rows('BEGIN');
    await session.rows('SELECT FROM knowledge.artifacts WHERE project_id = $1 AND id = $2 FOR UPDATE', [
      project.id,
      id,
    ]);
    return slug;
  }

  it('is refused, and gets its response afterwards', async () => {
    const key = randomUUID();
    const slug = await aLockedArtifact();
    const path = `${base}/artifacts/${slug}/versions/`;
    const first = world.founder.post(path, { payload: 'x' }, under(key));
    await eventually('the first request waits', () => session.isWaitedFor());
    const second = await world.founder.post(path, { payload: 'x' }, under(key));
    await session.rows('COMMIT');
    expect(second).toMatchObject({ status: 409, text: STILL_RUNNING });
    expect(second.headers.get('retry-after')).toBe('1');
    const { status, text } = await first;
    expect(status).toBe(201);
    const again = await world.founder.post(path, { payload: 'x' }, under(key));
    expect([again.text, isReplay(again)]).toEqual([text, true]);
  });

  it('is sent by the client until it has its response', async () => {
    const slug = await aLockedArtifact();
    const answered: unknown[] = [];
    const losingTheFirst: typeof fetch = async (...request) => {
      const sent = fetch(...request);
      if (answered.length === 0) {
        await eventually('the first request waits', () => session.isWaitedFor());
        answered.push('lost');
        throw new Error('The connection broke.');
      }
      const { status } = await sent;
      if (status === 409 && !answered.includes(409)) await session.rows('COMMIT');
      answered.push(status);
      return sent;
    };
    const client = new Client({ baseUrl: world.baseUrl, token: world.founderToken, fetch: losingTheFirst });
    const appended = await client.post('/projects/{project_id}/artifacts/{slug}/versions/', {
      path: { project_id: project.id, slug },
      body: { payload: 'x' },
    });
    expect([appended.version_number, await headOf(slug)]).toEqual([2, 2]);
    expect([...new Set(answered)]).toEqual(['lost', 409, 201]);
  });

  it('takes effect once, however many run concurrently', async () => {
    const key = randomUUID();
    const { slug } = await world.artifact(project.id);
    const path = `${base}/artifacts/${slug}/versions/`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.founder.post(path, { payload: 'x' }, under(key))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers) if (answer.status !== 201) expect(answer.text).toBe(STILL_RUNNING);
    expect(await headOf(slug)).toBe(2);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['a', 'x'.repeat(255), 'with spaces inside', '~!@#$%^&*()_+{}|:"<>?'])('may be %s', async (key) => {
    const title = `Key ${randomUUID()}`;
    const first = await making(key, title);
    expect([first.status, (await making(key, title)).text]).toEqual([201, first.text]);
  });

  it.each(['', 'x'.repeat(256), 'é'])('cannot be %j', async (key) => {
    const sentence = 'Ensure this header has 1 to 255 printable ASCII characters.';
    expect(await making(key, 'Malformed')).toMatchObject({
      status: 400,
      body: { error: sentence, 'Idempotency-Key': [sentence] },
    });
  });

  it('has no effect on a GET or a DELETE', async () => {
    const key = randomUUID();
    const { slug } = await world.artifact(project.id);
    const path = `${base}/artifacts/${slug}/`;
    expect(isReplay(await world.founder.get(path, under(key)))).toBe(false);
    expect(isReplay(await world.founder.get(path, under(key)))).toBe(false);
    expect((await world.founder.delete(path, under(key))).status).toBe(204);
    expect((await world.founder.delete(path, under(key))).status).toBe(404);
  });

  it.each([
    ['search/', [{ query: 'tides' }, { query: 'winches' }]],
    ['documents/filter-by-metadata/', [{ metadata_values: ['a'] }, { metadata_values: ['b'] }]],
  ])('has no effect on %s, which changes nothing, and nothing is stored', async (path, bodies) => {
    const key = randomUUID();
    for (const body of [...bodies, ...bodies]) {
      const answer = await world.founder.post(`${base}/${path}`, body, under(key));
      expect([answer.status, isReplay(answer)]).toEqual([200, false]);
    }
    expect(await session.rows('SELECT FROM knowledge.idempotency_keys WHERE key = $1', [key])).toEqual([]);
  });

  it.each(['a key', 'é'])('has no effect on logging in, whatever its form: %j', async (key) => {
    const { email } = await world.person();
    const login = { email, password: world.password };
    for (const request of [login, login]) {
      const answer = await world.anybody.post('/auth/token/', request, under(key));
      expect([answer.status, isReplay(answer)]).toEqual([200, false]);
    }
  });

  it('also works for calls to the identity service', async () => {
    const key = randomUUID();
    const request = { name: `Idempotent ${key}`, organization_id: await world.organizationId() };
    const first = await world.founder.post<Project>('/projects/', request, under(key));
    const again = await world.founder.post<Project>('/projects/', request, under(key));
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    const { body } = await world.founder.get<Page<Project>>('/projects/?limit=1000');
    expect(body.results.filter(({ name }) => name === request.name)).toHaveLength(1);
  });
});
