import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type ApiClient,
  type FurtherGateway,
  startFurtherGateway,
} from '@pks/testing/black-box';
import type { OpenApi } from './support/documented.ts';
import { World } from './support/world.ts';

const shared = new World();
const product = {
  natsUrl: process.env['E2E_NATS_URL'] ?? '',
  callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
};

interface Linked {
  readonly next: string | null;
  readonly previous: string | null;
}

describe('a regional deployment', () => {
  const address = 'https://eu.knowledge.example.test/api/v1';
  let gateway: FurtherGateway;
  let world: World;

  beforeAll(async () => {
    gateway = await startFurtherGateway(product, { PUBLIC_BASE_URL: address, REGION: 'eu' });
    world = new World(gateway.baseUrl);
  });

  afterAll(() => gateway?.stop());

  it('links to its public address, whatever the request names', async () => {
    const { id } = await world.project();
    const path = `/projects/${id}/artifacts/`;
    const { body } = await world.founder.get<Linked>(`${path}?limit=1&offset=1`, {
      'x-forwarded-host': 'evil.test',
    });
    expect(body).toMatchObject({
      next: `${address}${path}?limit=1&offset=2`,
      previous: `${address}${path}?limit=1`,
    });
  });

  it('names itself in the OpenAPI document', async () => {
    const { body } = await world.anybody.get<OpenApi>('/openapi.json');
    expect(body.servers).toEqual([{ url: address, description: 'Region eu' }]);
  });
});

describe('a deployment below a path, whose proxy strips it', () => {
  const { origin, pathname } = new URL('https://example.test/knowledge/api/v1');
  let gateway: FurtherGateway;
  let anybody: ApiClient;

  beforeAll(async () => {
    gateway = await startFurtherGateway(product, { PUBLIC_BASE_URL: origin + pathname });
    anybody = new World(gateway.baseUrl).anybody;
  });

  afterAll(() => gateway?.stop());

  /** What the proxy answers for an address of the public host. */
  async function through(address: string): Promise<Answer> {
    expect(address).toMatch(new RegExp(`^${pathname}/`));
    return anybody.get(address.slice(pathname.length));
  }

  it('has a reference whose page names addresses that exist there', async () => {
    const { text } = await through(`${pathname}/docs`);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    const answers = await Promise.all(addresses.map(through));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { text: start } = await through(`${pathname}/docs/start.js`);
    const document = await through(/url: "([^"]+)"/.exec(start)?.[1] ?? '');
    expect(document.body).toMatchObject({ servers: [{ url: origin + pathname }] });
  });
});

describe('a deployment without settings of its own', () => {
  it('links to the address that its client used', async () => {
    const { body } = await shared.anybody.get<OpenApi>('/openapi.json');
    expect(body.servers).toEqual([{ url: shared.baseUrl }]);
    const byName = shared.baseUrl.replace('127.0.0.1', 'localhost');
    const world = new World(byName);
    const { id } = await world.project();
    const { body: page } = await world.founder.get<Linked>(`/projects/${id}/artifacts/?limit=1`);
    expect(page.next).toBe(`${byName}/projects/${id}/artifacts/?limit=1&offset=1`);
  });

  it('does not limit the rate', async () => {
    for (let n = 0; n < 10; n += 1) {
      const responses = await Promise.all(Array.from({ length: 30 }, () => shared.founder.get('/users/me/')));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });
});

describe('a deployment that limits the rate', () => {
  const PER_MINUTE = 5;
  let gateway: FurtherGateway;
  let limited: World;

  beforeAll(async () => {
    gateway = await startFurtherGateway(product, { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });
    limited = new World(gateway.baseUrl);
  });

  afterAll(() => gateway?.stop());

  it('refuses requests of a credential beyond the limit, and says when to retry', async () => {
    const { token } = await shared.person();
    const client = limited.founder.as(token);
    for (let n = 0; n < PER_MINUTE; n += 1) expect((await client.get('/users/me/')).status).toBe(200);
    const { status, body, headers } = await client.get('/users/me/');
    const seconds = headers.get('retry-after');
    expect(seconds).toMatch(/^[1-9]\d?$/);
    expect(body).toEqual({ error: `Request was throttled. Expected available in ${seconds} seconds.` });
    expect(status).toBe(429);
  });

  it('counts by credential, and every request of it', async () => {
    const [ana, ben] = await Promise.all([shared.person(), shared.person()]);
    const client = limited.founder.as(ana.token);
    for (const path of ['/users/me/', '/projects/x/', '/projects/?limit=0', '/projects/', '/users/me/?a=1']) {
      expect((await client.get(path)).status).not.toBe(429);
    }
    expect((await client.get('/projects/')).status).toBe(429);
    expect((await client.post('/projects/', {})).status).toBe(429);
    expect((await limited.founder.as(ben.token).get('/users/me/')).status).toBe(200);
  });

  it('does not count unauthenticated or open requests', async () => {
    for (let n = 0; n < PER_MINUTE + 3; n += 1) {
      expect((await limited.anybody.get('/users/me/')).status).toBe(401);
      expect((await limited.anybody.get('/openapi.json')).status).toBe(200);
    }
  });
});
