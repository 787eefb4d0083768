import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCase } from './fault-case.ts';
import { inDatabase } from './servers.ts';

const HELD_MS = 20_000;
/** More readers than the service has connections. */
const READERS = 40;

/** A table is locked, and more requests wait for it than its service has connections. */
export const POOL_HELD: FaultCase = {
  name: 'pool-held',
  sentence:
    'The table of signals is locked for 20 s while 40 clients read it: all connections of its service wait; other services go on.',
  mayFail: ({ path }) => path.includes('/signals/'),
  bring: async (scene) => {
    const { admin, projectId } = scene.world;
    let isHeld = true;
    const read = async (): Promise<void> => {
      while (isHeld) {
        await admin.client.look(`/projects/${projectId}/signals/?limit=1`);
        await sleep(500);
      }
    };
    await inDatabase(scene, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE feedback.signals IN ACCESS EXCLUSIVE MODE');
      const readers = Array.from({ length: READERS }, read);
      await sleep(HELD_MS);
      isHeld = false;
      await client.query('COMMIT');
      await Promise.all(readers);
    });
    return [];
  },
};
