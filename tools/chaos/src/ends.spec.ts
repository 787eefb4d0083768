import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOfThemselves } from './ends.ts';

test('a process that ended without a kill is found, whatever its exit code', () => {
  const ended = ['nats (killed)', 'search (code 1)', 'search (killed)', 'agents (code 0)'];
  assert.deepEqual(endsOfThemselves(ended), [
    'A process ended: search (code 1).',
    'A process ended: agents (code 0).',
  ]);
});
