import type { Contender } from './contenders.ts';
import { cpuSeconds } from './cpu.ts';
import { untilIdle } from './idle.ts';
import { type LoadResult, send } from './load.ts';

/** One run of a contender, with its cost to each process including later effects: microseconds of CPU per request. */
export interface Run extends LoadResult {
  readonly cpu: Readonly<Record<string, number>>;
}

/** The number and the duration of runs. */
export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
}

/** Measures contenders in turn, round after round, so that a drift of the machine's speed affects all of them. */
export async function measure(
  contenders: readonly Contender[],
  { rounds, seconds, connections, warmUpSeconds }: Rounds,
  onProgress: (sentence: string) => void,
): Promise<Map<string, Run[]>> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round <= rounds; round += 1) {
    const warmUp = round === 0;
    onProgress(warmUp ? 'warming up' : `round ${round} of ${rounds} at ${connections} connections`);
    for (const contender of contenders) {
      const run = await measureOnce(contender, connections, warmUp ? warmUpSeconds : seconds);
      if (!warmUp) runs.set(contender.name, [...(runs.get(contender.name) ?? []), run]);
    }
  }
  return runs;
}

/** The number of requests sent to each contender: a run continues where the previous one ended, so that nothing is published twice. */
const sent = new WeakMap<Contender, number>();

/** Loads a contender once. */
export async function measureOnce(contender: Contender, connections: number, seconds: number): Promise<Run> {
  const { origin, token, requests, processes } = contender;
  const from = sent.get(contender) ?? 0;
  const before = cpuSeconds(processes);
  const result = await send({ origin, token, requests, from, connections, seconds });
  sent.set(contender, from + result.requests);
  await untilIdle(Object.values(processes));
  const after = cpuSeconds(processes);
  const cpu = Object.fromEntries(
    Object.keys(processes).map((name) => [
      name,
      (((after[name] ?? 0) - (before[name] ?? 0)) * 1e6) / Math.max(1, result.requests),
    ]),
  );
  return { ...result, cpu };
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
