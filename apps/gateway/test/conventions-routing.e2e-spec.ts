import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Project, ProjectUser } from '@pks/contracts';
import { head, sendRaw } from './support/raw-http.ts';
import { World } from './support/world.ts';

const NOT_FOUND = '{"error":"Not found."}';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

const world = new World();

describe('a trailing slash', () => {
  it('is optional, and never redirects', async () => {
    const { id } = await world.project();
    for (const path of ['/users/me', `/projects/${id}`, `/projects/${id}/artifacts/brief`]) {
      const [without, withSlash] = await Promise.all(
        [path, `${path}/`].map((each) =>
          fetch(world.baseUrl + each, {
            headers: { authorization: `Bearer ${world.founderToken}` },
            redirect: 'error',
          }).then(async (response) => [response.status, await response.text()]),
        ),
      );
      expect(without).toEqual(withSlash);
      expect(without?.[0]).toBe(200);
    }
  });

  it('is optional when something is created or changed', async () => {
    const { id } = await world.project();
    const made = await world.founder.post(`/projects/${id}/artifacts`, {
      title: 'Without',
      technical_type: 'markdown',
    });
    expect(made).toMatchObject({ status: 201, body: { slug: 'without' } });
    expect(await world.founder.patch(`/projects/${id}`, { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { name: 'Renamed' },
    });
    expect(await world.founder.delete(`/projects/${id}/artifacts/without`)).toMatchObject({ status: 204 });
  });

  it('is in the links of a page, whether or not the request had one', async () => {
    const { id } = await world.project();
    const { body } = await world.founder.get<Page<ProjectUser>>(`/projects/${id}/artifacts?limit=2`);
    expect(body).toMatchObject({ next: `${world.baseUrl}/projects/${id}/artifacts/?limit=2&offset=2` });
  });

  it('cannot be doubled', async () => {
    expect(await world.founder.get('/users/me//')).toMatchObject({ status: 404, text: NOT_FOUND });
  });
});

describe('an unknown path', () => {
  it.each(['/nothing/', '/users/', '/USERS/ME/', `/projects/${UNKNOWN}/nothing/`, '/openapi.json/x'])(
    '%s is not found, with or without a credential and whatever the method',
    async (path) => {
      for (const client of [world.founder, world.anybody]) {
        for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
          const answer = await client.send(method, path, method === 'POST' ? '{' : undefined);
          expect([method, answer.status, answer.text]).toEqual([method, 404, NOT_FOUND]);
          expect(answer.headers.get('cache-control')).toBe('no-store');
        }
      }
    },
  );

  it('outside the version prefix is not found', async () => {
    const origin = world.baseUrl.replace(/\/api\/v1$/, '');
    for (const path of ['/api/', '/api/v2/users/me/', '/favicon.ico', '/health/ready', '/metrics']) {
      const response = await fetch(origin + path);
      expect([path, response.status, await response.text()]).toEqual([path, 404, NOT_FOUND]);
    }
  });
});

describe('a malformed name in a path', () => {
  let project: Project;

  beforeAll(async () => {
    project = await world.project();
  });

  it.each([
    'x',
    '1',
    'null',
    `${UNKNOWN}0`,
    UNKNOWN.slice(1),
    UNKNOWN.replaceAll('-', ''),
    `{${UNKNOWN}}`,
    '%00',
  ])('that is not a UUID is not found: %s', async (id) => {
    for (const path of [`/projects/${id}/`, `/organizations/${id}/users/`]) {
      expect(await world.founder.get(path)).toMatchObject({ status: 404, text: NOT_FOUND });
    }
    const member = `/projects/${project.id}/users/${id}/`;
    expect(await world.founder.patch(member, {})).toMatchObject({ status: 404, text: NOT_FOUND });
    expect(await world.founder.delete(member)).toMatchObject({ status: 404, text: NOT_FOUND });
  });

  it('accepts a UUID in either case', async () => {
    const { status } = await world.founder.get(`/projects/${project.id.toUpperCase()}/artifacts/`);
    expect(status).toBe(200);
  });

  it.each(['x', '-1', '1.5', '1e2', '0x1', ' ', '99999999999', '9'.repeat(400)])(
    'that is not a version number is not found: %s',
    async (number) => {
      const version = `/projects/${project.id}/artifacts/brief/versions/${encodeURIComponent(number)}/`;
      expect(await world.founder.get(version)).toMatchObject({ status: 404, text: NOT_FOUND });
      expect(await world.founder.post(`${version}publish/`)).toMatchObject({ status: 404, text: NOT_FOUND });
    },
  );

  it.each([
    '%00',
    'a%00b',
    'x'.repeat(256),
    'x'.repeat(3000),
    '%ff',
    '%zz',
    'Brief',
    '%F0%9F%98%80',
    'a%2Fb',
  ])('that is not a slug is not found: %s', async (slug) => {
    const { status, text } = await world.founder.get(`/projects/${project.id}/artifacts/${slug}/`);
    expect([status, text]).toEqual([404, NOT_FOUND]);
  });
});

describe('a wrong method', () => {
  it.each([
    ['/users/me/', 'GET, HEAD, PATCH'],
    ['/auth/token/', 'DELETE, POST'],
    ['/projects/', 'GET, HEAD, POST'],
    [`/projects/${UNKNOWN}/`, 'DELETE, GET, HEAD, PATCH'],
    [`/projects/${UNKNOWN}/artifacts/brief/publish-head/`, 'POST'],
    [`/projects/${UNKNOWN}/notifications/${UNKNOWN}/`, 'DELETE, GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/docs', 'GET, HEAD'],
  ])('on %s is refused with the allowed ones: %s', async (path, allowed) => {
    const { pathname } = new URL(world.baseUrl + path);
    const taken = new Set([...allowed.split(', '), 'CONNECT', 'HEAD']);
    for (const method of METHODS.filter((each) => !taken.has(each))) {
      const answer = await sendRaw(world.baseUrl, head(`${method} ${pathname} HTTP/1.1`, 'Host: here'));
      expect(answer).toMatchObject({ status: 405, body: `{"error":"Method \\"${method}\\" not allowed."}` });
      expect(answer.headers.get('allow')).toBe(allowed);
      expect(answer.headers.has('x-request-id')).toBe(true);
    }
  });

  it('is refused where a word is in its own place, and not found where it is in the place of an id', async () => {
    const statuses = async (word: string): Promise<unknown[]> => {
      const path = `/projects/${UNKNOWN}/notifications/${word}/`;
      const sent = ['GET', 'DELETE', 'POST', 'PATCH'].map((method) => world.founder.send(method, path));
      return (await Promise.all(sent)).map(({ status, headers }) => headers.get('allow') ?? status);
    };
    expect(await statuses('mark-all-as-read')).toEqual([404, 404, 404, 'POST']);
    expect(await statuses('unread-count')).toEqual([404, 404, 'GET, HEAD', 'GET, HEAD']);
    expect(await statuses(UNKNOWN)).toEqual([404, 404, 'DELETE, GET, HEAD', 'DELETE, GET, HEAD']);
    expect(await statuses('a-word')).toEqual([404, 404, 404, 404]);
  });

  it('is refused whether or not there is a trailing slash, a query or a body', async () => {
    for (const path of ['/users/me', '/users/me/?a=1', '/users/me?limit=x']) {
      expect(await world.founder.send('PUT', path, '{')).toMatchObject({
        status: 405,
        body: { error: 'Method "PUT" not allowed.' },
      });
    }
  });

  it('is refused for CONNECT', async () => {
    const answer = await sendRaw(
      world.baseUrl,
      head('CONNECT example.test:443 HTTP/1.1', 'Host: example.test'),
    );
    expect(answer).toMatchObject({ status: 405, body: '{"error":"Method \\"CONNECT\\" not allowed."}' });
  });
});

describe('HEAD', () => {
  it('answers like GET, without the body', async () => {
    const { id } = await world.project();
    const paths = ['/users/me/', `/projects/${id}/artifacts/`, `/projects/${id}/artifacts/brief/`, '/docs'];
    for (const path of paths) {
      const got = await world.founder.get(path);
      const answer = await world.founder.send('HEAD', path);
      expect([path, answer.status, answer.text]).toEqual([path, got.status, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect([path, name, answer.headers.get(name)]).toEqual([path, name, got.headers.get(name)]);
      }
    }
  });

  it('requires what GET requires', async () => {
    expect((await world.anybody.send('HEAD', '/users/me/')).status).toBe(401);
    expect((await world.founder.send('HEAD', `/projects/${UNKNOWN}/users/`)).status).toBe(404);
    expect((await world.founder.send('HEAD', '/auth/token/')).status).toBe(405);
  });
});
