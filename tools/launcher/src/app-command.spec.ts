import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { deadLetters } from './app-command.ts';

test('a service without dead letters is refused with the names of those that have some', async () => {
  for (const service of ['gateway', '../identity', ''])
    await assert.rejects(
      deadLetters([service, 'list']),
      /SERVICE is one of agents, feedback, identity, interviews, knowledge, notifications, search\.$/,
    );
});
