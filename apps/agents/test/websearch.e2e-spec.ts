import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, toolRuns, tools } from '@pks/contracts';
import { type Idempotency, logTo } from '@pks/platform';
import { outcomeOf } from '@pks/testing';
import { WebSearchEndpoint } from '@pks/testing/black-box';
import { Registry } from 'prom-client';
import {
  type RunningModelAgents,
  aViewerBeside,
  anAdmin,
  runningModelAgents,
} from './running-model-agents.ts';

const FAILED = {
  kind: 'invalid',
  message: 'The web search did not answer. Try again in a moment.',
  details: { error_type: 'execution_error', error_code: 'search_failed', status: 'error' },
};

let logged: string;
const log = logTo({ write: (line) => void (logged += line) }, 'test', 'warn');

let endpoint: WebSearchEndpoint;
let running: RunningModelAgents;
let admin: Caller;
let toolId: string;

beforeAll(async () => {
  endpoint = await WebSearchEndpoint.start();
  running = await runningModelAgents({ WEB_SEARCH: `${endpoint.url}/` }, log);
});
afterAll(async () => {
  await endpoint.close();
  await running.stop();
});

beforeEach(async () => {
  logged = '';
  endpoint.requests.length = 0;
  endpoint.next.length = 0;
  admin = anAdmin();
  toolId = (await running.first(admin, 'websearch')) ?? '';
});

const page = (number: number) => ({
  title: `Page ${number}`,
  url: `https://example.com/${number}`,
  content: 'Found.',
  engine: 'brave',
});
const found = (number: number) => ({
  title: `Page ${number}`,
  url: `https://example.com/${number}`,
  snippet: 'Found.',
  engine: 'brave',
});

describe('a web search', () => {
  it('asks the endpoint of the installation, though it is in a private network, and returns what it finds', async () => {
    endpoint.next.push({ results: [page(1), { ...page(2), url: 'javascript:alert(1)' }, page(3)] });
    const query = { query: 'refunds & returns', top_k: 2, language: 'de-AT' };
    expect(await running.run(aViewerBeside(admin), toolId, query)).toEqual([found(1), found(3)]);
    expect(endpoint.requests).toEqual([
      { q: 'refunds & returns', format: 'json', pageno: '1', language: 'de-AT' },
    ]);
  });

  it('asks for further pages until there are enough, and for no more than three', async () => {
    endpoint.next.push({ results: [page(1), page(2)] }, { results: [page(2), page(3)] });
    expect(await running.run(admin, toolId, { query: 'a', top_k: 5 })).toEqual([
      found(1),
      found(2),
      found(3),
    ]);
    expect(endpoint.requests.map(({ pageno }) => pageno)).toEqual(['1', '2', '3']);
    endpoint.next.push(...[1, 2, 3, 4].map((number) => ({ results: [page(number)] })));
    expect(await running.run(admin, toolId, { query: 'a' })).toHaveLength(3);
    endpoint.next.splice(0, 1, { results: [] });
    expect(await running.run(admin, toolId, { query: 'a' })).toEqual([]);
  });

  it('returns what it found when the endpoint refuses a further page', async () => {
    endpoint.next.push({ results: [page(1), page(2)] }, { status: 429, body: 'Slow down' });
    expect(await running.run(admin, toolId, { query: 'a', top_k: 5 })).toEqual([found(1), found(2)]);
    expect(endpoint.requests.map(({ pageno }) => pageno)).toEqual(['1', '2']);
  });

  it('is repeated under its idempotency key without asking the endpoint again', async () => {
    endpoint.next.push({ results: [page(1)] }, { results: [] }, { results: [page(2)] }, { results: [] });
    const search = (idempotency: Idempotency) =>
      running.call(toolRuns.calls.run, { tool_id: toolId, parameters: { query: 'a' } }, admin, idempotency);
    const key = { key: randomUUID(), fingerprint: 'body', operation: 'POST run' };
    expect(await search(key)).toEqual([found(1)]);
    const { length } = endpoint.requests;
    expect(await search(key)).toEqual([found(1)]);
    expect(await outcomeOf(search({ ...key, fingerprint: 'other' }))).toMatchObject({
      kind: 'payload_mismatch',
    });
    expect(endpoint.requests).toHaveLength(length);
    expect(await search({ ...key, key: randomUUID() })).toEqual([found(2)]);
  });

  it.each([
    ['a redirect', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
    ['an error', { status: 429, body: 'Slow down, secret-host' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no results', { status: 200, body: '{}' }],
  ])('fails with a sentence, and is recorded, where the endpoint answers with %s', async (_, answer) => {
    endpoint.next.push(answer);
    expect(await outcomeOf(running.run(admin, toolId, { query: 'a' }))).toMatchObject(FAILED);
    expect(endpoint.requests).toHaveLength(1);
    const { results } = await running.call(toolRuns.calls.list, { tool_id: toolId }, admin);
    expect(results).toMatchObject([{ status: 'error', error: FAILED.message, result_count: 0 }]);
    expect(JSON.parse(logged)).toMatchObject({ level: 40, msg: 'the web search failed' });
  });

  it('is counted by how its endpoint answered, for operators', async () => {
    const counts = async () => {
      const lines = (await running.get(Registry).metrics()).split('\n');
      const outcome = (name: string) => `outgoing_requests_total{to="web_search",outcome="${name}"}`;
      const countOf = (name: string) =>
        Number(lines.find((line) => line.startsWith(outcome(name)))?.split(' ')[1]);
      return ['ok', 'refused', 'failed'].map(countOf);
    };
    const before = await counts();
    endpoint.next.push(
      { results: [] },
      { status: 429, body: 'Slow down' },
      { status: 200, body: '<html>' },
      { status: 302, body: '', location: 'http://127.0.0.1:1/' },
    );
    for (let made = 0; made < 4; made += 1) await outcomeOf(running.run(admin, toolId, { query: 'a' }));
    expect((await counts()).map((count, n) => count - (before[n] ?? 0))).toEqual([1, 1, 2]);
  });

  it.each([
    [{}, 'query'],
    [{ query: 'x'.repeat(2_001) }, 'query'],
    [{ query: 'a', top_k: 51 }, 'top_k'],
    [{ query: 'a', language: 'en&format=html' }, 'language'],
    [{ query: 'a', endpoint: 'http://169.254.169.254/' }, 'endpoint'],
  ])('refuses parameters that are wrong: %#', async (parameters, field) => {
    const outcome = await outcomeOf(running.run(admin, toolId, parameters));
    expect(outcome).toMatchObject({ kind: 'invalid', details: { error_type: 'validation_error' } });
    expect(outcome).toHaveProperty(['fields', field]);
    expect(endpoint.requests).toEqual([]);
  });

  it('has no settings: nobody but the installation names an address', async () => {
    const configuration = { endpoint: 'http://169.254.169.254/' };
    const outcome = await outcomeOf(running.create(admin, 'websearch', { configuration }));
    expect(outcome).toMatchObject({ fields: { 'configuration.endpoint': [expect.any(String)] } });
  });
});

describe('an installation without a web search', () => {
  it('has no such tool from the start, and says so when one is run', async () => {
    const without = await runningModelAgents({});
    try {
      expect(await without.first(admin, 'websearch')).toBeUndefined();
      const made = await without.create(admin, 'websearch');
      expect(await outcomeOf(without.run(admin, made, { query: 'a' }))).toMatchObject({
        kind: 'invalid',
        details: { error_type: 'configuration_error', error_code: 'not_configured' },
      });
      const listed = await without.call(tools.calls.list, { tool_type: 'websearch' }, admin);
      expect(listed.count).toBe(1);
    } finally {
      await without.stop();
    }
  });
});
