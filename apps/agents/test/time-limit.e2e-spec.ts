import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toolRuns } from '@pks/contracts';
import { outcomeOf } from '@pks/testing';
import { type RunningAgents, runningAgents } from './running-agents.ts';

const LIMIT_MS = 200;
let running: RunningAgents;

beforeAll(async () => {
  running = await runningAgents({ TOOL_TIME_LIMIT_MS: String(LIMIT_MS) });
});
afterAll(() => running.stop());

it('a run that does not end in time fails, and is recorded', async () => {
  const admin = running.admin();
  const { id: tool_id } = await running.create(admin);
  const { promise, resolve } = Promise.withResolvers<void>();
  running.knowledge.ready = promise;
  const message = 'The tool did not finish within 0.2 seconds.';
  expect(await outcomeOf(running.run(admin, tool_id, { query: 'refunds' }))).toEqual({
    kind: 'deadline_exceeded',
    message,
    details: { error_type: 'timeout_error', error_code: 'time_limit', status: 'error', message },
  });
  resolve();
  const { results } = await running.call(toolRuns.calls.list, { tool_id }, admin);
  expect(results).toMatchObject([{ status: 'error', error: message, result_count: 0 }]);
  expect(results[0]?.duration_ms).toBeGreaterThanOrEqual(LIMIT_MS - 1);
});

it('a run that does not end in time runs again under its idempotency key', async () => {
  const admin = running.admin();
  const { id: tool_id } = await running.create(admin);
  const key = { key: tool_id, fingerprint: 'body', operation: 'POST run' };
  const run = () =>
    running.call(toolRuns.calls.run, { tool_id, parameters: { query: 'refunds' } }, admin, key);
  const { promise, resolve } = Promise.withResolvers<void>();
  running.knowledge.ready = promise;
  for (let sent = 0; sent < 2; sent += 1)
    expect(await outcomeOf(run())).toMatchObject({ kind: 'deadline_exceeded' });
  resolve();
  expect(await running.call(toolRuns.calls.list, { tool_id }, admin)).toMatchObject({ count: 2 });
});
