import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from './chance.ts';
import { chaos } from './chaos.ts';
import { APPS } from '@pks/stack';
import { byChance, everyKill } from './killer.ts';

const CONTRACTS = new URL('../../../libs/contracts/src/consumers.ts', import.meta.url).href;

interface Contracts {
  readonly CONSUMERS: Readonly<Record<string, readonly string[]>>;
}

function killedAt(moment: string): string[] {
  return everyKill()
    .filter((plan) => plan.moment === moment)
    .map(({ target }) => target)
    .sort();
}

test('with each process killed at each moment, nothing acknowledged is lost and nothing happens twice', async () => {
  const plans = everyKill();
  const { kills, findings, acknowledged, mails, log } = await chaos({
    plans,
    chance: new Chance(20_261_121),
    report: () => undefined,
    load: { pauseMs: 500, mostMembers: 20 },
  });
  assert.deepEqual(findings, [], `The log is ${log}.`);
  const done = new Set(kills.map(({ target, moment }) => `${target} ${moment}`));
  for (const { target, moment } of plans) assert.ok(done.has(`${target} ${moment}`), `${target} ${moment}`);
  assert.ok(acknowledged.versions > 0 && acknowledged.members > 0 && acknowledged.signals > 0);
  assert.ok(acknowledged.documents > 0 && acknowledged.answers > 0);
  assert.ok(acknowledged.invites > 0 && mails >= acknowledged.invites);
});

test('every process is killed, each service at a commit, and each consumer of events before it acknowledges one', async () => {
  const { CONSUMERS } = (await import(CONTRACTS)) as Contracts;
  const services = APPS.filter((name) => name !== 'gateway').sort();
  const consuming = services.filter((name) => CONSUMERS[name]?.length !== 0);
  assert.deepEqual(killedAt('any'), [...APPS, 'nats', 'postgres'].sort());
  assert.deepEqual(killedAt('pks.transaction.committing'), services);
  assert.deepEqual(killedAt('pks.transaction.committed'), services);
  assert.deepEqual(killedAt('pks.event.acknowledging'), consuming);
});

test('the same seed makes the same choices, another seed different ones', () => {
  const plans = (seed: number): unknown[] => [...byChance(new Chance(seed), 50)];
  assert.deepEqual(plans(7), plans(7));
  assert.notDeepEqual(plans(7), plans(8));
});
