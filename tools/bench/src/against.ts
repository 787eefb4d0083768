import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as StackLibrary from '@pks/stack';
import type { Throwaway } from '@pks/stack';
import { type Contender, effectsOf, processesOf, requestsOf } from './contenders.ts';
import { type Rounds, type Run, measure, median } from './measure.ts';
import { memoryOf, startProduct } from './product.ts';
import type * as SeedModule from './seed.ts';
import { type SeedSize, seed } from './seed.ts';
import { COMPARED } from './selection.ts';

/** The requests of each measurement that is compared. */
const KINDS = {
  list: 'list',
  detail: 'detail',
  append: 'append',
  'keyed append': 'keyedAppend',
  publish: 'publish',
} as const satisfies Record<(typeof COMPARED)[number], string>;
type Kind = keyof typeof KINDS;

/**
 * Measures this checkout beside another one that is already built, such as a worktree of the previous commit: both run at
 * once and are loaded in turn. Returns the results as text.
 */
export async function measureAgainst(
  checkout: string,
  size: SeedSize,
  rounds: Rounds,
  onProgress: (sentence: string) => void,
  isSelected: (kind: string) => boolean = () => true,
): Promise<string> {
  const stackOfOther = pathToFileURL(resolve(checkout, 'tools/stack/src/index.ts')).href;
  const seedOfOther = pathToFileURL(resolve(checkout, 'tools/bench/src/seed.ts')).href;
  const other = {
    ...((await import(stackOfOther)) as typeof StackLibrary),
    ...((await import(seedOfOther)) as typeof SeedModule),
  };
  const products: Throwaway[] = [];
  try {
    products.push(await startProduct(onProgress, {}, { start: other.startStack }));
    products.push(await startProduct(onProgress));
    const [before, after] = products.map(({ stack }) => stack);
    if (!before || !after) throw new Error('Two products were started.');
    onProgress('seeding');
    const seeded = {
      before: await other.seed(before.databaseUrl, size),
      after: await seed(after.databaseUrl, size),
    };
    const contender = (kind: Kind, side: 'before' | 'after'): Contender => {
      const stack = side === 'before' ? before : after;
      const { origin } = new URL(stack.baseUrl);
      const requests = requestsOf(seeded[side])[KINDS[kind]];
      const { token } = seeded[side];
      return {
        name: `${kind} ${side}`,
        origin,
        token,
        requests,
        processes: { ...processesOf(stack), ...(kind === 'publish' ? effectsOf(stack) : {}) },
        baselines: [],
      };
    };
    const lines = [`Resident before the load: ${memoryOf(after)}; of the other: ${memoryOf(before)}.`];
    for (const kind of COMPARED.filter((name) => isSelected(name))) {
      const pair = [contender(kind, 'before'), contender(kind, 'after')];
      lines.push(comparison(kind, await measure(pair, rounds, onProgress)));
    }
    return [...lines, `Resident after it: ${memoryOf(after)}; of the other: ${memoryOf(before)}.`, ''].join(
      '\n',
    );
  } finally {
    for (const product of products) await product.close();
  }
}

function comparison(kind: string, measured: ReadonlyMap<string, readonly Run[]>): string {
  const [before, after] = [measured.get(`${kind} before`) ?? [], measured.get(`${kind} after`) ?? []];
  const ratios = after.map(({ perSecond }, round) => perSecond / (before[round]?.perSecond ?? Number.NaN));
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
  return [
    `${kind}: ${median(ratios).toFixed(3)} of the other (rounds ${all})`,
    `  other: ${sideOf(before)}`,
    `  this:  ${sideOf(after)}`,
  ].join('\n');
}

function sideOf(runs: readonly Run[]): string {
  const cpu = (name: string): number => median(runs.map((run) => run.cpu[name] ?? 0));
  const costs = Object.keys(runs[0]?.cpu ?? {}).map((name) => `${name} ${cpu(name).toFixed(0)}`);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const perSecond = median(runs.map((run) => run.perSecond)).toFixed(0);
  const all = median(runs.map((run) => Object.values(run.cpu).reduce((sum, one) => sum + one, 0))).toFixed(0);
  return `${perSecond} a second, ${failed} failed, CPU µs a request: ${all}: ${costs.join(', ')}`;
}
