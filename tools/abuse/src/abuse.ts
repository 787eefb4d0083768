import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from './case.ts';
import type { GeneratorSkills } from './generator.ts';
import type { HonestSkills } from './honest.ts';
import type { Kind } from './mix.ts';
import type { Target } from './own-stack.ts';
import { Side } from './side.ts';
import type { Counts } from './tally.ts';
import { type Founded, found } from './tenant.ts';
import { type Seen, missingIn } from './verdict.ts';
import { waitsOf } from './waits.ts';

/** The name of the first measurement, without any abuse. */
export const BASELINE = 'nobody';

/** On a slow machine the first answers take longer than a short case. Milliseconds. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

/** How long each case takes at least, and how busy the honest user is. */
export interface Pace {
  readonly seconds: number;
  /** Between two requests of the honest user. Milliseconds. */
  readonly intervalMs: number;
  /** Between two cases, so that what the product still has to do for one does not count for the next. Milliseconds. */
  readonly restMs: number;
}

/**
 * Runs cases, one after the other, beside an honest user of another project, after a time without abuse. Yields what was
 * seen of each case. The honest user, the abuser and this function run in three processes.
 */
export async function* abuse(target: Target, cases: readonly Case[], pace: Pace): AsyncGenerator<Seen> {
  const honest = new Side<HonestSkills>(new URL('honest.ts', import.meta.url));
  const generator = new Side<GeneratorSkills>(new URL('generator.ts', import.meta.url));
  try {
    const abuser = await found(target.baseUrl, target.abuserToken);
    await honest.ask('prepare', await found(target.baseUrl, target.honestToken));
    yield await watch({ name: BASELINE }, honest, pace, null);
    for (const one of cases) {
      yield await watch(one, honest, pace, await underAttack(one, generator, abuser));
      await sleep(pace.restMs);
    }
  } finally {
    await Promise.all([honest.stop(), generator.stop()]);
  }
}

interface UnderAttack {
  readonly begin: () => Promise<void>;
  /** Resolves when the attack has got the answers by which its case is judged, or has waited too long for them. */
  readonly untilAnswered: () => Promise<void>;
  readonly end: () => Promise<Counts>;
}

async function underAttack(
  one: Case,
  generator: Side<GeneratorSkills>,
  founded: Founded,
): Promise<UnderAttack> {
  await generator.ask('prepare', { name: one.name, founded });
  return {
    begin: () => generator.ask('begin', null),
    untilAnswered: async () => {
      const until = Date.now() + PATIENCE_MS;
      while (missingIn(await generator.ask('look', null), one).length > 0 && Date.now() < until)
        await sleep(LOOK_MS);
    },
    end: () => generator.ask('end', null),
  };
}

/** Measures how long the honest user waits during the attack, which ends when the honest user has every answer. */
async function watch(
  { name, concerns = [] }: Pick<Case, 'name' | 'concerns'>,
  honest: Side<HonestSkills>,
  { seconds, intervalMs }: Pace,
  attack: UnderAttack | null,
): Promise<Seen> {
  if (attack) await showUp(honest, concerns, intervalMs);
  await attack?.begin();
  await honest.ask('begin', { intervalMs, first: concerns });
  await sleep(seconds * 1000);
  await attack?.untilAnswered();
  const { waited, ...readings } = await honest.ask('end', null);
  const answers = attack === null ? null : await attack.end();
  return { name, answers, waits: waitsOf(waited), ...readings };
}

/**
 * Sends a request of each kind as the honest user, before the abuse. Otherwise, after a long preparation, the abuser might be a service's
 * only user, and an only user who asks too much gets 503, not 429.
 */
async function showUp(
  honest: Side<HonestSkills>,
  concerns: readonly Kind[],
  intervalMs: number,
): Promise<void> {
  await honest.ask('begin', { intervalMs, first: concerns });
  await sleep(intervalMs * concerns.length);
  await honest.ask('end', null);
}
