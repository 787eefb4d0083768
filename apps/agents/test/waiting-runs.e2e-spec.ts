import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toolRuns } from '@pks/contracts';
import { outcomeOf } from '@pks/testing';
import { type RunningAgents, aViewerBeside, projectIdOf, runningAgents } from './running-agents.ts';

/** An expression that takes all the time it may. */
const ENDLESS = 'f(x) = x > 0 ? f(x - 1) + f(x - 1) : 0; f(60)';

let running: RunningAgents;

beforeAll(async () => {
  running = await runningAgents();
});
afterAll(() => running.stop());

it('a run that has waited for its turn is not begun for somebody who may not view the project any more, which is recorded', async () => {
  const admin = running.admin();
  const viewer = aViewerBeside(admin);
  const [calculator] = await running.list(admin, { tool_type: 'math' });
  const tool_id = calculator?.id ?? '';
  const request = { tool_id, parameters: { expression: ENDLESS } };
  const runs = ['first', 'second'].map((key) => {
    const idempotency = { key, fingerprint: 'body', operation: 'POST run' };
    return outcomeOf(running.call(toolRuns.calls.run, request, viewer, idempotency));
  });
  running.identity.grant(projectIdOf(viewer), viewer.user_id, []);
  const outcomes = await Promise.all(runs);
  const forbidden = { kind: 'forbidden', message: 'You do not have permission to perform this action.' };
  expect(outcomes).toHaveLength(2);
  expect(outcomes).toContainEqual(forbidden);
  expect(outcomes).toContainEqual(expect.objectContaining({ kind: 'deadline_exceeded' }));
  const { results } = await running.call(toolRuns.calls.list, { tool_id }, admin);
  expect(results.map(({ status }) => status)).toEqual(['error', 'error']);
  expect(results.map(({ error }) => error)).toContain(forbidden.message);
  // No key is stored, so that a caller who may view the project again may repeat the run with the same key.
  expect(await running.session.rows('SELECT key FROM agents.idempotency_keys')).toEqual([]);
});
