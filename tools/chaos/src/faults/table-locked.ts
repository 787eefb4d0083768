import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCase } from './fault-case.ts';
import { inDatabase } from './servers.ts';

const LOCKED_MS = 20_000;

/**
 * The first statement of every append and publication waits for a lock, even on connections that have not prepared it
 * yet.
 */
export const TABLE_LOCKED: FaultCase = {
  name: 'table-locked',
  sentence: 'An administrator locks the table of artifacts for 20 s.',
  bring: async (scene) => {
    await inDatabase(scene, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE knowledge.artifacts IN ACCESS EXCLUSIVE MODE');
      await sleep(LOCKED_MS);
      await client.query('COMMIT');
    });
    return [];
  },
};
