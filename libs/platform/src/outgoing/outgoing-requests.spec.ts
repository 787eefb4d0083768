import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { OutgoingRequests, outcomeOfError, outcomeOfStatus } from './outgoing-requests.ts';

describe('requests to servers of others', () => {
  it('are counted by server and outcome, from 0 on where a server is configured', async () => {
    const registry = new Registry();
    const count = new OutgoingRequests(registry).to('embeddings');
    for (const outcome of ['ok', 'timeout', 'ok', undefined] as const) count(outcome);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('outgoing'));
    expect(lines).toEqual([
      'outgoing_requests_total{to="embeddings",outcome="ok"} 2',
      'outgoing_requests_total{to="embeddings",outcome="refused"} 0',
      'outgoing_requests_total{to="embeddings",outcome="failed"} 0',
      'outgoing_requests_total{to="embeddings",outcome="timeout"} 1',
    ]);
  });

  it.each([
    [200, 'ok'],
    [401, 'refused'],
    [429, 'refused'],
    [503, 'failed'],
  ])('have an outcome by the status of their answer: %i', (status, outcome) => {
    expect(outcomeOfStatus(status)).toBe(outcome);
  });

  it('have an outcome by the error with which they fail, and none where they were given up', async () => {
    const late = AbortSignal.timeout(1);
    await new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }));
    const given = (signal: AbortSignal) =>
      fetch('http://127.0.0.1:9/', { signal }).catch((error: unknown) => error);
    expect(outcomeOfError(await given(late))).toBe('timeout');
    expect(outcomeOfError(new Error('It failed.', { cause: late.reason }))).toBe('timeout');
    expect(outcomeOfError(await given(AbortSignal.abort()))).toBeUndefined();
    const superseded = AbortSignal.abort(new Error('Another process answers.'));
    expect(outcomeOfError(await given(superseded), superseded)).toBeUndefined();
    expect(outcomeOfError(new Error('aborted'), late)).toBe('timeout');
    expect(outcomeOfError(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))).toBe(
      'failed',
    );
    expect(outcomeOfError('gone')).toBe('failed');
  });
});
