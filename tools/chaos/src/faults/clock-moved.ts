import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCase } from './fault-case.ts';

const HOOK = new URL('clock.mjs', import.meta.url).href;
const MOVED_MS = 20_000;

/** The clock of one service is wrong for a while. */
export const CLOCK_MOVED: FaultCase = {
  name: 'clock-moved',
  sentence: 'The clock of the knowledge service is two days ahead for 20 s, then right again.',
  mayFail: ({ path }) => /\/(artifacts|documents)\//.test(path),
  env: () => ({ NODE_OPTIONS: `--import=${HOOK}` }),
  bring: async ({ product: { stack } }) => {
    const pid = stack.services['knowledge']?.pid ?? 0;
    process.kill(pid, 'SIGUSR2');
    await sleep(MOVED_MS);
    process.kill(pid, 'SIGUSR2');
    return [];
  },
};
