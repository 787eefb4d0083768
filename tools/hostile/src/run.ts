import type { Held } from './checks.ts';
import { type Finding, Offence } from './findings.ts';
import type { Failure, Property, Trial, Watch } from './property.ts';
import { Tally } from './tally.ts';

/** How many properties are tried at a time. */
const LANES = 3;
/** How many cases shrinking a failure may take. */
const MOST_SHRINKS = 300;

/** How much is tried. */
export interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Called about ten times, with the number of cases so far. */
  readonly onProgress?: (cases: number) => void;
  /** Called when something is found, as soon as its example is small. */
  readonly onFinding?: (finding: Finding) => void;
}

/** The cases that were tried, and the properties that do not hold. */
export interface Outcome {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
}

/** Tries properties, several at a time, each with its share of the cases. A property that does not hold ends; the others go on. */
export async function run(properties: readonly Property[], options: RunOptions): Promise<Outcome> {
  const tally = new Tally();
  const findings: Finding[] = [];
  const whole = properties.reduce((sum, { weight }) => sum + weight, 0);
  const waiting = [...properties];
  const tenth = Math.ceil(options.cases / 10);
  const count = ({ group, kind }: Property, { outcome, requests }: Held): void => {
    tally.add(group, kind, outcome, requests);
    if (tally.cases % tenth === 0) options.onProgress?.(tally.cases);
  };
  const attempt = async (property: Property): Promise<void> => {
    const failure = await property.try({
      seed: seedOf(options.seed, property.name),
      cases: Math.max(1, Math.round((options.cases * property.weight) / whole)),
      ...watching((held) => count(property, held)),
    });
    if (failure === null) return;
    const finding = findingOf(property, failure, options.seed);
    findings.push(finding);
    options.onFinding?.(finding);
  };
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await attempt(next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { tally, findings };
}

/** Watches the cases of a property. After enough shrinking of a failure it is over: every further case passes without being run. */
function watching(count: (held: Held) => void): Pick<Trial, 'watch' | 'isOver'> {
  let failed = false;
  let shrinks = 0;
  const isOver = (): boolean => shrinks > MOST_SHRINKS;
  const watch: Watch = async (work) => {
    if (isOver()) return;
    if (failed) shrinks += 1;
    try {
      const held = await work();
      if (!failed) count(held);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  return { watch, isOver };
}

function findingOf({ name }: Property, { error, example }: Failure, seed: number): Finding {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const { request, answer } = error instanceof Offence ? error : { request: example, answer: '' };
  return { property: name, sentence: message, request, answer, seed };
}

/** Each property has a seed of its own, which does not depend on which others there are. */
function seedOf(seed: number, name: string): number {
  return [...name].reduce(
    (mixed, character) => (Math.imul(mixed, 31) + character.charCodeAt(0)) | 0,
    seed | 0,
  );
}
