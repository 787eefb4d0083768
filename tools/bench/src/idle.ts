import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './cpu.ts';

const SPAN_MS = 500;
/** Of one core: what programs use that wait for work. */
const LITTLE = 0.2;
const AT_MOST_MS = 60_000;

/** Resolves once processes do next to nothing, after a minute at the latest. */
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
