import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FurtherGateway, startFurtherGateway } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const { baseUrl } = new World();
const product = {
  natsUrl: process.env['E2E_NATS_URL'] ?? '',
  callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
};

const receive = (path: string, init: RequestInit = {}, base = baseUrl): Promise<Response> =>
  fetch(new URL(path, base), { redirect: 'manual', ...init });

describe('the console', () => {
  it.each([
    '/',
    '/sign-in',
    '/accept-invite?token=x',
    '/reset-password?token=x',
    '/projects',
    '/projects/x/artifacts/brief',
    '/projects/x/interviews/y/stop-reminders?token=z',
  ])('answers %s with its page, which its script tells apart', async (path) => {
    const { status, headers } = await receive(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('runs and styles nothing inline, and sends nothing elsewhere', async () => {
    const answer = await receive('/projects');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const text = await answer.text();
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('has scripts and styles whose names change with them, so that they are kept for good', async () => {
    const text = await (await receive('/')).text();
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) {
      const { status, headers } = await receive(path, { headers: { 'accept-encoding': 'br' } });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('br');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toMatch(/^(?:text\/(?:javascript|css)|image\/svg)/);
    }
  });

  it('answers what it has not with the 404 of the API, and other methods with 405', async () => {
    for (const path of ['/assets/none.js', '/assets/..%2Findex.html', '/elsewhere', '/project']) {
      const answer = await receive(path);
      expect([answer.status, await answer.text()]).toEqual([404, '{"error":"Not found."}']);
    }
    const refused = await receive('/projects/x/signals', { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an address that leads nowhere', () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is the console’s page for people, with 404', async () => {
    const answer = await receive('/nowhere', { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toMatch("default-src 'none'");
    expect(await answer.text()).toMatch('<div id="console">');
  });

  it.each(['/api/v1/nowhere/', '/mcp/nowhere', '/.well-known/nowhere', '/assets/nowhere.js'])(
    'is JSON at %s all the same',
    async (path) => {
      const answer = await receive(path, { headers });
      expect([answer.status, await answer.text()]).toEqual([404, '{"error":"Not found."}']);
    },
  );
});

describe('a gateway without the console', () => {
  let gateway: FurtherGateway;

  beforeAll(async () => {
    gateway = await startFurtherGateway(product, { CONSOLE: 'off' });
  });

  afterAll(() => gateway?.stop());

  it('leads from / to the reference, and has no pages', async () => {
    const root = await receive('/', {}, gateway.baseUrl);
    expect([root.status, root.headers.get('location')]).toEqual([302, `${gateway.baseUrl}/docs`]);
    expect((await receive('/projects', {}, gateway.baseUrl)).status).toBe(404);
    const nowhere = await receive('/nowhere', { headers: { accept: 'text/html' } }, gateway.baseUrl);
    expect([nowhere.status, await nowhere.text()]).toEqual([404, '{"error":"Not found."}']);
  });
});
