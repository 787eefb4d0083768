import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FurtherGateway, startFurtherGateway } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const shared = new World();
const product = {
  natsUrl: process.env['E2E_NATS_URL'] ?? '',
  callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
};
const APP = 'https://app.example.test';
const OTHER = 'https://evil.example.test';

/** The headers of an answer that tell browsers about other origins. */
function aboutOrigins(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

describe('a gateway that pages of one origin may call', () => {
  let gateway: FurtherGateway;
  let world: World;

  beforeAll(async () => {
    gateway = await startFurtherGateway(product, { CORS_ORIGINS: `${APP}, http://localhost:5173` });
    world = new World(gateway.baseUrl);
  });

  afterAll(() => gateway?.stop());

  const preflight = (path: string, origin: string): Promise<Response> =>
    fetch(world.baseUrl + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    });

  it('answers a preflight without a credential, with the methods of the path', async () => {
    const { status, headers } = await preflight('/projects/', APP);
    expect(status).toBe(204);
    expect(aboutOrigins(headers)).toEqual({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Range, X-Impersonate-Email, X-Request-Id',
      'access-control-expose-headers': expect.stringContaining(
        'ETag, Idempotent-Replayed, Location, Retry-After',
      ),
      'access-control-max-age': '600',
    });
    expect(headers.get('vary')).toBe('Origin');
  });

  it('lets them read every answer, errors among them', async () => {
    const origin = { origin: APP };
    const { body } = await world.founder.get<{ results: { id: string }[] }>('/projects/?limit=1', origin);
    const answers = [
      await world.founder.get('/users/me/', origin),
      await world.founder.get('/projects/', origin),
      await world.founder.get(`/projects/${body.results[0]?.id ?? 'x'}/`, {
        ...origin,
        'if-none-match': '*',
      }),
      await world.anybody.get('/users/me/', origin),
      await world.anybody.get('/nothing/', origin),
      await world.anybody.post('/auth/token/', {}, origin),
      await world.anybody.get('/openapi.json', origin),
    ];
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(APP);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/^Origin\b/);
    }
    expect(answers.at(-1)?.headers.get('vary')).toBe('Origin, Accept-Encoding');
  });

  it('says nothing to any other origin, and varies nevertheless', async () => {
    for (const origin of [OTHER, 'null', `${APP}.evil.test`, APP.replace('https', 'http')]) {
      const refused = await preflight('/projects/', origin);
      const served = await world.founder.get('/users/me/', { origin });
      expect([refused.status, served.status]).toEqual([405, 200]);
      for (const { headers } of [refused, served]) {
        expect([aboutOrigins(headers), headers.get('vary')]).toEqual([{}, 'Origin']);
      }
    }
    expect((await world.founder.get('/users/me/')).headers.get('vary')).toBe('Origin');
  });

  it('answers OPTIONS that is no preflight as any other method that the path lacks', async () => {
    const { status, headers } = await world.founder.send('OPTIONS', '/users/me/', undefined, { origin: APP });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH']);
    expect((await preflight('/nothing/', APP)).status).toBe(404);
  });
});

describe('a gateway without such origins', () => {
  it('says nothing about any', async () => {
    const { headers, status } = await shared.founder.get('/users/me/', { origin: APP });
    expect([status, aboutOrigins(headers), headers.get('vary')]).toEqual([200, {}, null]);
  });
});

describe('a gateway with unusable settings', () => {
  it('does not start where CORS_ORIGINS has something else than origins', async () => {
    await expect(startFurtherGateway(product, { CORS_ORIGINS: '*' })).rejects.toThrow(
      /CORS_ORIGINS: "\*" is no origin/,
    );
  });

  it('does not start in production without PUBLIC_BASE_URL', async () => {
    await expect(startFurtherGateway(product, { NODE_ENV: 'production' })).rejects.toThrow(
      /PUBLIC_BASE_URL: With NODE_ENV=production/,
    );
  });
});
