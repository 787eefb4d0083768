import { type Server, get as httpGet } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Counter, type Gauge, Registry } from 'prom-client';
import { ManagementServer, type ReadinessCheck } from './management-server.ts';
import { addScrapedGauge } from './scraped-gauge.ts';

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
  base = `http://127.0.0.1:${await server.open({ host: '127.0.0.1', port: 0, names: ['metrics.test'] })}`;
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

/** The status of a request with this `Host`, which `fetch` would not send. */
function statusUnder(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpGet(base + path, { headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
  });
}

describe('the management port', () => {
  it('reports that the process is alive, whatever else fails', async () => {
    reasons['database'] = 'Away.';
    expect(await get('/health/live')).toMatchObject({ status: 200, body: '{"alive":true}' });
  });

  it('answers on after connections that could not be accepted', async () => {
    const listening = Reflect.get(server, 'server') as Server;
    for (const code of ['EMFILE', 'EMFILE']) listening.emit('error', new Error(`accept ${code}`));
    expect(await get('/health/live')).toMatchObject({ status: 200 });
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

  it('leaves out of the metrics what is not read in time, and reads it again once that read has ended', async () => {
    const { promise: silence, reject: end } = Promise.withResolvers<void>();
    const read = jest.fn((gauge: Gauge) => Promise.resolve(gauge.set(7)));
    read.mockReturnValueOnce(silence);
    addScrapedGauge(registry, { name: 'rows_waiting', help: 'Rows.' }, read);
    for (let requested = 0; requested < 2; requested += 1) {
      const { status, body } = await get('/metrics');
      expect([status, body]).toEqual([200, expect.stringMatching(/^calls_total 3$/m)]);
      expect(body).not.toMatch(/^rows_waiting /m);
    }
    expect(read).toHaveBeenCalledTimes(1);
    end(new Error('The connection was lost.'));
    expect((await get('/metrics')).body).toMatch(/^rows_waiting 7$/m);
  });

  it('serves nothing else', async () => {
    expect(await get('/')).toMatchObject({ status: 404 });
  });

  it('serves nothing under the name of another', async () => {
    for (const host of ['evil.test', `evil.test:${new URL(base).port}`, 'metrics.test.evil.test']) {
      for (const path of ['/metrics', '/health/ready', '/nothing']) {
        expect([host, path, await statusUnder(host, path)]).toEqual([host, path, 421]);
      }
    }
  });

  it('serves under its address, the loopback names and those that are configured', async () => {
    for (const host of ['127.0.0.1', 'localhost:9090', '[::1]', 'metrics.test', 'METRICS.TEST:80'])
      expect([host, await statusUnder(host, '/metrics')]).toEqual([host, 200]);
  });

  it('forbids browsers to guess the type of an answer', async () => {
    for (const path of ['/metrics', '/health/live', '/nothing']) {
      expect((await fetch(base + path)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('names the address when it cannot listen there', async () => {
    const other = new ManagementServer(new Map(), registry);
    await expect(other.open({ host: '127.0.0.1', port: Number(new URL(base).port) })).rejects.toThrow(
      /EADDRINUSE/,
    );
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
    const port = await failing.open({ host: '127.0.0.1', port: 0 });
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
