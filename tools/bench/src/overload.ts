import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './connection.ts';
import { type Watched, cpuSeconds } from './cpu.ts';
import { type LoadResult, send } from './load.ts';
import { percentile } from './percentile.ts';
import type { Answered, Surplus } from './surplus.ts';

/** The number of connections that saturate the product: the rate over them is its capacity. */
const BUSY = 64;
/** The most connections that an open loop may need, because it does not wait for answers. */
const MOST = 2_000;
const TIMES = [3, 10] as const;
/** The time after an overload within which everything has to be normal again. */
const RECOVERY_S = 5;

/** The target of an overload. */
export interface Overloaded {
  readonly origin: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  /** All processes of the target: to measure their work after the last request. */
  readonly processes: Watched;
}

/** The results of three and ten times the capacity, each offered for `seconds`, as text. */
export async function measureOverload(target: Overloaded, seconds: number): Promise<string> {
  const usual = { ...target, connections: BUSY };
  await send({ ...usual, seconds: 10 });
  const normal = await send({ ...usual, seconds: 20 });
  const lines: string[] = [];
  for (const times of TIMES) {
    const closed = { ...target, connections: BUSY * times, seconds };
    const open = { ...target, connections: MOST, seconds, perSecond: normal.perSecond * times };
    for (const [name, surplus] of [
      [`${times} x, each waits for its answer`, closed],
      [`${times} x, none waits`, open],
    ] as const) {
      const answered = await surplusOf(surplus);
      const late = await workAfterwards(target.processes);
      const after = await send({ ...usual, seconds: RECOVERY_S });
      lines.push(line(name, normal, { answered, late, after }));
    }
  }
  return [headOf(normal), ...lines].join('\n');
}

interface Outcome {
  readonly answered: Answered;
  /** Seconds of CPU. */
  readonly late: number;
  readonly after: LoadResult;
}

/** The CPU time used between the last answer and the time by which everything has to be normal. Seconds. */
async function workAfterwards(processes: Watched): Promise<number> {
  const total = (): number => Object.values(cpuSeconds(processes)).reduce((sum, used) => sum + used, 0);
  const before = total();
  await sleep(RECOVERY_S * 1000);
  return total() - before;
}

async function surplusOf({
  origin,
  token,
  requests,
  connections,
  seconds,
  perSecond,
}: Surplus): Promise<Answered> {
  const workerData = { origin, token, requests, connections, seconds, perSecond };
  const worker = new Worker(new URL('./surplus-thread.ts', import.meta.url), { workerData });
  const [answered] = (await once(worker, 'message')) as [Answered];
  return answered;
}

const COLUMNS = [
  'useful/s',
  'of normal',
  'p99 ms',
  'x normal',
  'refused/s',
  'p50 ms',
  'p99 ms',
  'failed',
  'late work',
  'after',
];

function headOf(normal: LoadResult): string {
  return `${BUSY} connections get ${normal.perSecond.toFixed(0)}/s, p99 ${normal.p99.toFixed(1)} ms. More than that is asked for; the p50 and p99 after "refused" are those of refusals, "late work" is
the CPU of all processes in the ${RECOVERY_S} s after the last answer, and "after" what the same connections get then:

${''.padEnd(34)}${COLUMNS.map((cell) => cell.padStart(11)).join('')}`;
}

function line(name: string, normal: LoadResult, { answered, late, after }: Outcome): string {
  const sorted = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
  const [useful, refused] = [sorted(answered.useful), sorted(answered.refused)];
  const p99 = percentile(useful, 0.99);
  const perSecond = useful.length / answered.seconds;
  const cells = [
    perSecond.toFixed(0),
    (perSecond / normal.perSecond).toFixed(2),
    p99.toFixed(1),
    (p99 / normal.p99).toFixed(1),
    (refused.length / answered.seconds).toFixed(0),
    percentile(refused, 0.5).toFixed(1),
    percentile(refused, 0.99).toFixed(1),
    String(answered.failed),
    `${late.toFixed(1)} s`,
    (after.perSecond / normal.perSecond).toFixed(2),
  ];
  return `${name.padEnd(34)}${cells.map((cell) => cell.padStart(11)).join('')}`;
}
