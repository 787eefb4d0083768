import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './cpu.ts';

const SPAN_MS = 500;
/** The share of one core that waiting programs use. */
const LITTLE = 0.2;
const AT_MOST_MS = 60_000;

/** Resolves once the processes are almost idle, or after a minute. */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  const watched = Object.fromEntries(pids.map((pid) => [String(pid), pid]));
  const spent = (): number => Object.values(cpuSeconds(watched)).reduce((sum, seconds) => sum + seconds, 0);
  const deadline = performance.now() + AT_MOST_MS;
  let before = spent();
  while (performance.now() < deadline) {
    await sleep(SPAN_MS);
    const now = spent();
    if (now - before <= (LITTLE * SPAN_MS) / 1_000) return;
    before = now;
  }
}
