import { RECORDING_TIMES } from '../database-time.ts';
import { startProduct } from '../product.ts';
import { timesSmall } from './growth-size.ts';
import { type Compared, InTurn } from './in-turn.ts';
import { Place } from './place.ts';
import { READS } from './reads.ts';
import { type Grown, seedGrowth } from './seed-growth.ts';
import { LAST_WRITES, MOST_LAST_ROUNDS, WRITES } from './writes.ts';

/** The target: the p99 of the large product is at most this many times that of the small one. */
const MOST = 1.5;
/** If the cause is the amount of data, PostgreSQL takes at least this much longer. Milliseconds. */
const LONGER = 1;

interface Growth {
  /** How many times as much data the large product has. */
  readonly factor: number;
  /** In how many times as many projects that data is. */
  readonly spread: number;
  readonly rounds: number;
  readonly say: (sentence: string) => void;
}

/**
 * How each endpoint slows down as the product grows, as text: two products run at once, and are measured in turn.
 */
export async function measureGrowth({ say, ...growth }: Growth): Promise<string> {
  const small = await startProduct(say, RECORDING_TIMES);
  try {
    const large = await startProduct(say, RECORDING_TIMES);
    try {
      const grown = {
        small: await seedGrowth(small.stack, timesSmall(1), say),
        large: await seedGrowth(large.stack, timesSmall(growth.factor, growth.spread), say),
      };
      return await compareGrowth(grown, { ...growth, say });
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

/** Compares two products that are already seeded. */
export async function compareGrowth(
  grown: { readonly small: Grown; readonly large: Grown },
  { say, ...growth }: Growth,
): Promise<string> {
  const { rounds } = growth;
  const places = { small: await Place.open(grown.small), large: await Place.open(grown.large) };
  const inTurn = await InTurn.open(places);
  try {
    say('requests');
    const compared = await inTurn.measure([...READS, ...WRITES], rounds);
    const lastRounds = Math.min(rounds, MOST_LAST_ROUNDS);
    for (const endpoint of LAST_WRITES) compared.push(...(await inTurn.measure([endpoint], lastRounds)));
    return `${titleOf(growth)}\n\n${tableOf(compared)}\n`;
  } finally {
    await inTurn.close();
  }
}

function titleOf({ factor, spread, rounds }: Omit<Growth, 'say'>): string {
  return [
    `A project with a fifth of everything, in a product and in one ${factor} times as large with ${factor * spread} times as many projects, in turn at one connection: medians of ${rounds} rounds`,
    `(${Math.min(rounds, MOST_LAST_ROUNDS)} of the last ${LAST_WRITES.length} requests) of 100 requests (35 of dear ones). "database" is the mean of PostgreSQL. Milliseconds:`,
  ].join('\n');
}

const COLUMNS = ['p50', 'large', 'ratio', 'p99', 'large', 'ratio', 'database', 'large', 'ratio'];

function tableOf(compared: readonly Compared[]): string {
  const width = Math.max(...compared.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[], note = ''): string =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join('')}${note}`;
  const over = compared.filter((one) => ratioOf(one) > MOST);
  const grown = over.filter(isLonger);
  return [
    line('', COLUMNS),
    ...compared.map((one) => line(one.name, cellsOf(one), noteOf(one))),
    '',
    `${compared.length - over.length} of ${compared.length} have at most ${MOST} times the p99. Of the others, PostgreSQL takes ${LONGER} ms longer, or more, for ${grown.length}.`,
  ].join('\n');
}

function noteOf(one: Compared): string {
  if (ratioOf(one) <= MOST) return '';
  return isLonger(one) ? `  over ${MOST}` : `  over ${MOST}, but not in PostgreSQL`;
}

function isLonger({ small, large }: Compared): boolean {
  return large.database - small.database >= LONGER;
}

function cellsOf({ small, large }: Compared): string[] {
  return (['p50', 'p99', 'database'] as const).flatMap((which) => [
    small[which].toFixed(2),
    large[which].toFixed(2),
    (large[which] / small[which]).toFixed(2),
  ]);
}

function ratioOf({ small, large }: Compared): number {
  return large.p99 / small.p99;
}
