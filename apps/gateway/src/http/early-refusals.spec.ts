import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { Overloaded, Throttled } from '@pks/platform/process';
import { eventually } from '@pks/testing';
import { EarlyRefusals } from './early-refusals.ts';

const ARTIFACTS = '/api/v1/projects/p/artifacts/';
const AUTHORIZATION = { authorization: 'Bearer a' };

let early: EarlyRefusals;
let server: Server;
let origin: string;
/** How long requests had to wait, and what happens when one begins. */
let waitedMs: number;
let arrived: () => void;

beforeEach(async () => {
  early = new EarlyRefusals();
  [waitedMs, arrived] = [0, () => undefined];
  server = createServer((request, response) => {
    arrived();
    const isRefused = early.refuses(request, response, waitedMs);
    jest.restoreAllMocks();
    if (!isRefused) response.end('served');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  early.note({ method: 'GET', url: ARTIFACTS, headers: AUTHORIZATION }, 'knowledge', 'p');
  early.note({ method: 'GET', url: '/api/v1/projects/p/', headers: AUTHORIZATION }, 'knowledge', 'p');
});

afterEach(async () => {
  server.close();
  await once(server, 'close');
});

/** The answer to a request if the line of p's calls to knowledge refuses another at the moment when the request arrives. */
function refused(path: string, headers: Record<string, string>, fault = new Overloaded()): Promise<Response> {
  arrived = () => {
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    early.repeat(fault, 'knowledge', 'p');
  };
  return fetch(origin + path, { headers });
}

/** The answer to a request that begins this long after its line refused another. */
async function begunAfter(ms: number): Promise<string> {
  arrived = () => {
    early.repeat(new Overloaded(), 'knowledge', 'p');
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  return (await fetch(origin + ARTIFACTS, { headers: AUTHORIZATION })).text();
}

describe('what a line has just refused', () => {
  it('is refused at once, as every answer is written', async () => {
    const answer = await refused(`${ARTIFACTS}?limit=20`, { ...AUTHORIZATION, 'x-request-id': 'mine' });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: 'The service is busy. Try again in a moment.' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine',
    });
  });

  it('says when to retry where that is known', async () => {
    const answer = await refused(ARTIFACTS, AUTHORIZATION, new Throttled(7));
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it.each([
    ['of another credential', ARTIFACTS, { authorization: 'Bearer b' }],
    ['without a credential', ARTIFACTS, {}],
    ['of another project', '/api/v1/projects/q/artifacts/', AUTHORIZATION],
    [
      'of a page, which other headers belong to',
      ARTIFACTS,
      { ...AUTHORIZATION, origin: 'https://a.example' },
    ],
    ['of another resource', '/api/v1/projects/p/signals/', AUTHORIZATION],
    ['of another project itself', '/api/v1/projects/q/', AUTHORIZATION],
    ['of what lasts, which waits in a line of its own', `${ARTIFACTS}a/run/`, AUTHORIZATION],
  ])('is not refused %s', async (_what, path, headers) => {
    expect(await (await refused(path, headers)).text()).toBe('served');
  });

  it('is refused for longer, but not for long, where requests have to wait before they begin', async () => {
    expect(await begunAfter(11)).toBe('served');
    waitedMs = 1_000;
    await eventually('one is refused', async () => (await begunAfter(11)) !== 'served');
    expect(await begunAfter(51)).toBe('served');
  });

  it('is served again a moment later', async () => {
    early.repeat(new Overloaded(), 'knowledge', 'p');
    await sleep(20);
    expect(await (await fetch(origin + ARTIFACTS, { headers: AUTHORIZATION })).text()).toBe('served');
  });
});

describe('the lines that are known', () => {
  const lineOf = (authorization: string): string | undefined =>
    early.lineOf({ method: 'GET', url: ARTIFACTS, headers: { authorization } });
  const note = (authorization: string): void =>
    early.note({ method: 'GET', url: ARTIFACTS, headers: { authorization } }, 'knowledge', 'p');

  it('take no more memory where credentials are long: the latest are known', () => {
    const credentials = Array.from({ length: 1_100 }, (_, n) => `Bearer${' '.repeat(16_000)}${n}`);
    credentials.forEach(note);
    expect([lineOf(credentials[0] ?? ''), lineOf(credentials.at(-1) ?? '')]).toEqual([
      undefined,
      'knowledge p',
    ]);
  });

  it('are those of thousands of credentials of the usual length', () => {
    const credentials = Array.from({ length: 4_000 }, (_, n) => `Bearer pkt_${String(n).padStart(36, '0')}`);
    credentials.forEach(note);
    expect(credentials.map(lineOf)).toEqual(credentials.map(() => 'knowledge p'));
  });
});
