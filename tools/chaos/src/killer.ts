import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APPS, type Stack } from '@pks/stack';
import type { Chance } from './chance.ts';
import type { Ends } from './ends.ts';

type AtMoment = readonly [moment: string, targets: readonly [string, ...string[]]];

/** The moments at which services can be killed, frequent ones first, and the services that reach them. */
const AT_MOMENTS: readonly [AtMoment, ...AtMoment[]] = [
  [
    'pks.transaction.committing',
    ['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'],
  ],
  [
    'pks.transaction.committed',
    ['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'],
  ],
  ['pks.event.published', ['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents']],
  [
    'pks.event.acknowledging',
    ['interviews', 'identity', 'knowledge', 'search', 'feedback', 'agents', 'notifications'],
  ],
  ['pks.mail.accepted', ['notifications']],
  ['pks.blob.erased', ['knowledge']],
];

const ANYTHING: readonly [string, ...string[]] = [...APPS, 'postgres', 'nats'];
/**
 * A service that has not reached its moment by then is killed where it is. The jobs of a previously killed service are taken over after 20
 * s, and documents wait for them. Milliseconds.
 */
const MOMENT_WITHIN_MS = 60_000;
/** Random kills happen between the first and the twelfth time that a service reaches a moment. */
const LATEST = 12;

/** One kill of a process. */
export interface Kill {
  readonly target: string;
  /** The moment, or `any` if the process is killed from outside. */
  readonly moment: string;
}

/** A planned kill. */
export interface Plan extends Kill {
  /** The process is killed the nth time that it reaches its moment, */
  readonly nth: number;
  /** counted from its start, for which it is killed first, or from now on. */
  readonly isCountedFromStart: boolean;
}

/** Random kills, as many as requested: half of them at a named moment. Half of those count from a start, which takes a second kill. */
export function* byChance(chance: Chance, count: number): Iterable<Plan> {
  for (let kills = 0; kills < count;) {
    const plan = nextKill(chance);
    kills += plan.isCountedFromStart ? 2 : 1;
    yield plan;
  }
}

/** Every process killed once at every moment. Rare moments come first, so that other tests use the processor while these are awaited. */
export function everyKill(): Plan[] {
  const next = { nth: 1, isCountedFromStart: false };
  return [
    ...AT_MOMENTS.toReversed().flatMap(([moment, targets]) =>
      targets.map((target) => ({ target, moment, ...next })),
    ),
    ...ANYTHING.map((target) => ({ target, moment: 'any', ...next })),
  ];
}

function nextKill(chance: Chance): Plan {
  const nth = 1 + chance.below(LATEST);
  if (chance.number() < 0.5)
    return { target: chance.one(ANYTHING), moment: 'any', nth, isCountedFromStart: false };
  const [moment, targets] = chance.one(AT_MOMENTS);
  return { target: chance.one(targets), moment, nth, isCountedFromStart: chance.number() < 0.5 };
}

/** The processes that can be killed. */
export interface Scene {
  readonly stack: Stack;
  readonly ends: Ends;
  /** The `DIE_AT_FOLDER` of the processes. */
  readonly folder: string;
}

/** Kills a process as planned, and restarts it. Returns all kills that this took. */
export async function kill(scene: Scene, plan: Plan, chance: Chance): Promise<Kill[]> {
  const { target, moment, isCountedFromStart } = plan;
  const fromOutside = { target, moment: 'any' };
  const kills: Kill[] = [];
  await sleep(chance.below(500));
  if (isCountedFromStart || moment === 'any') {
    await endNow(scene, target);
    kills.push(fromOutside);
  }
  if (moment !== 'any') {
    const reached = await (isCountedFromStart ? diesAfterStart(scene, plan) : diesSoon(scene, plan));
    if (!reached) await endNow(scene, target);
    kills.push(reached ? { target, moment } : fromOutside);
  }
  await scene.stack.start(target);
  return kills;
}

/** From now on, lets a service be killed at a moment; false if it does not reach the moment. */
async function diesSoon({ stack, ends, folder }: Scene, { target, moment, nth }: Plan): Promise<boolean> {
  const pid = stack.services[target]?.pid;
  if (pid === undefined) throw new Error(`${target} does not run.`);
  const ended = ends.next(target);
  const file = join(folder, String(pid));
  await writeFile(file, `${moment}@${nth}`);
  process.kill(pid, 'SIGUSR2');
  const reached = await isReached(ended);
  await rm(file);
  return reached;
}

/** Starts a service that is killed at a moment, possibly before it is ready; false if it does not reach the moment. */
async function diesAfterStart({ stack, ends }: Scene, { target, moment, nth }: Plan): Promise<boolean> {
  const ended = ends.next(target);
  const env = { DIE_AT: `${moment}@${nth}` };
  const started = await stack.start(target, { env }).then(
    () => true,
    () => false,
  );
  return !started || isReached(ended);
}

/** Whether a process reaches its moment, and so ends, in time. */
function isReached(ended: Promise<void>): Promise<boolean> {
  const tooLate = sleep(MOMENT_WITHIN_MS, false, { ref: false });
  return Promise.race([ended.then(() => true), tooLate]);
}

async function endNow({ stack, ends }: Scene, target: string): Promise<void> {
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
