import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCase } from './fault-case.ts';
import { startStandby } from './standby.ts';

/** How long everything works with the standby before the fault. Milliseconds. */
const USUAL_MS = 4_000;
/** How long it takes until the loss of the primary is noticed. Milliseconds. */
const NOTICED_AFTER_MS = 3_000;
const FROZEN_MS = 20_000;

/** A synchronous standby takes the place of the primary. */
const FAILOVER: FaultCase = {
  name: 'postgres-failover',
  sentence: 'PostgreSQL is killed, and its synchronous standby takes its place 3 s later.',
  mayEnd: (end) => end === 'postgres (killed)',
  bring: async (scene) => {
    const { ends, moveDatabase, product } = scene;
    const standby = await startStandby(scene);
    await sleep(USUAL_MS);
    const gone = ends.next('postgres');
    process.kill(-(product.stack.servers['postgres'] ?? 0), 'SIGKILL');
    await gone;
    await sleep(NOTICED_AFTER_MS);
    await standby.promote();
    await moveDatabase(standby.server);
    return [];
  },
};

/** Commits wait for a standby that does not respond. */
const STANDBY_FROZEN: FaultCase = {
  name: 'postgres-standby-frozen',
  sentence: 'The synchronous standby of PostgreSQL, for which commits wait, says nothing for 20 s.',
  bring: async (scene) => {
    const standby = await startStandby(scene);
    await sleep(USUAL_MS);
    standby.freeze();
    await sleep(FROZEN_MS);
    standby.thaw();
    return [];
  },
};

/** Faults of PostgreSQL with a standby. */
export const FAULTS_WITH_STANDBY: readonly FaultCase[] = [FAILOVER, STANDBY_FROZEN];
