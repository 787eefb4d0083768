import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@pks/stack';
import type { Chance } from './chance.ts';
import type { Ends } from './ends.ts';

type AtMoment = readonly [moment: string, targets: readonly [string, ...string[]]];

/** The moments at which services can be killed, and the services that reach them. */
const AT_MOMENTS: readonly [AtMoment, ...AtMoment[]] = [
  ['pks.transaction.committing', ['identity', 'knowledge', 'feedback', 'notifications']],
  ['pks.transaction.committed', ['identity', 'knowledge', 'feedback', 'notifications']],
  ['pks.event.published', ['identity', 'knowledge', 'feedback']],
  ['pks.event.acknowledging', ['feedback', 'notifications']],
  ['pks.mail.accepted', ['notifications']],
  ['pks.blob.erased', ['knowledge']],
];

const ANYTHING = [
  'gateway',
  'identity',
  'knowledge',
  'feedback',
  'notifications',
  'postgres',
  'nats',
] as const;
/** A service that has not reached its moment by then is killed where it is. Milliseconds. */
const MOMENT_WITHIN_MS = 30_000;
/** Random kills come at the first to the twelfth time that a service reaches a moment. */
const LATEST = 12;
/** The first time may belong to the start of a service. */
const SECOND = 2;

/** One kill of a process. */
export interface Kill {
  readonly target: string;
  /** The moment, or `any` where it was killed from outside. */
  readonly moment: string;
}

/** A kill before it is done. */
export interface Plan extends Kill {
  /** It is killed the nth time that it reaches its moment. */
  readonly nth: number;
}

/** Random kills, as many as requested: half of them at a named moment, which takes a second kill. */
export function* byChance(chance: Chance, count: number): Iterable<Plan> {
  for (let kills = 0; kills < count;) {
    const plan = nextKill(chance);
    kills += plan.moment === 'any' ? 1 : 2;
    yield plan;
  }
}

/** Every process, killed once at every moment. */
export function everyKill(): Plan[] {
  const anywhere = ANYTHING.map((target) => ({ target, moment: 'any', nth: SECOND }));
  return [
    ...anywhere,
    ...AT_MOMENTS.flatMap(([moment, targets]) => targets.map((target) => ({ target, moment, nth: SECOND }))),
  ];
}

function nextKill(chance: Chance): Plan {
  const nth = 1 + chance.below(LATEST);
  if (chance.number() < 0.5) return { target: chance.one(ANYTHING), moment: 'any', nth };
  const [moment, targets] = chance.one(AT_MOMENTS);
  return { target: chance.one(targets), moment, nth };
}

/** Kills a process as planned, and restarts it. Returns every kill that this took. */
export async function kill(stack: Stack, ends: Ends, plan: Plan, chance: Chance): Promise<Kill[]> {
  const fromOutside = { target: plan.target, moment: 'any' };
  await sleep(chance.below(500));
  await endNow(stack, ends, plan.target);
  const kills = [fromOutside];
  if (plan.moment !== 'any') {
    const reached = await diesAt(stack, ends, plan);
    if (!reached) await endNow(stack, ends, plan.target);
    kills.push(reached ? { target: plan.target, moment: plan.moment } : fromOutside);
  }
  await stack.start(plan.target);
  return kills;
}

/** Starts a service that is killed at a moment, perhaps before it is ready; false when the moment is not reached. */
async function diesAt(stack: Stack, ends: Ends, { target, moment, nth }: Plan): Promise<boolean> {
  const ended = ends.next(target);
  const env = { DIE_AT: `${moment}@${nth}` };
  const started = await stack.start(target, { env }).then(
    () => true,
    () => false,
  );
  if (!started) return true;
  return Promise.race([ended.then(() => true), sleep(MOMENT_WITHIN_MS, false)]);
}

async function endNow(stack: Stack, ends: Ends, target: string): Promise<void> {
  const pid = stack.services[target]?.pid ?? stack.servers[target];
  if (pid === undefined) return;
  const ended = ends.next(target);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  await ended;
}
