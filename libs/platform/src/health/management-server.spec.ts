import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Counter, Registry } from 'prom-client';
import { ManagementServer, type ReadinessCheck } from './management-server.ts';

let server: ManagementServer;
let base: string;
const registry = new Registry();
const reasons: Record<string, string | undefined> = {};
const check =
  (part: string): ReadinessCheck =>
  () =>
    reasons[part];

new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc(3);

beforeEach(async () => {
  server = new ManagementServer(new Map(['nats', 'database'].map((part) => [part, check(part)])), registry);
  base = `http://127.0.0.1:${await server.open('127.0.0.1', 0)}`;
});
afterEach(async () => {
  await server.close();
  delete reasons['database'];
});

async function get(path: string): Promise<{ status: number; body: string; type: string | null }> {
  const response = await fetch(base + path);
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
  };
}

describe('the management port', () => {
  it('reports that the process is alive, whatever else fails', async () => {
    reasons['database'] = 'Away.';
    expect(await get('/health/live')).toMatchObject({ status: 200, body: '{"alive":true}' });
  });

  it('reports that the process is ready when every part is', async () => {
    const { status, body } = await get('/health/ready');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ ready: true, parts: { nats: null, database: null } });
  });

  it('reports with 503 which part is not ready, and why', async () => {
    reasons['database'] = 'Away.';
    const { status, body } = await get('/health/ready');
    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({ ready: false, parts: { nats: null, database: 'Away.' } });
  });

  it('serves the metrics', async () => {
    const { status, body, type } = await get('/metrics');
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain/);
    expect(body).toContain('calls_total 3');
  });

  it('serves nothing else', async () => {
    expect(await get('/')).toMatchObject({ status: 404 });
  });

  it('names the address when it cannot listen there', async () => {
    const other = new ManagementServer(new Map(), registry);
    await expect(other.open('127.0.0.1', Number(new URL(base).port))).rejects.toThrow(/EADDRINUSE/);
    await other.close();
  });

  it('answers 500, and stays alive, when a part fails to report', async () => {
    const failing = new ManagementServer(
      new Map([
        [
          'nats',
          () => {
            throw new Error('defect');
          },
        ],
      ]),
      registry,
    );
    const port = await failing.open('127.0.0.1', 0);
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(500);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    await failing.close();
  });

  it('closes with connections open, and without ever having been opened', async () => {
    await get('/health/live');
    await server.close();
    await new ManagementServer(new Map(), registry).close();
  });
});
