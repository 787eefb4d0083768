import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from './chance.ts';
import { chaos } from './chaos.ts';
import { byChance, everyKill } from './killer.ts';

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
  assert.ok(acknowledged.documents > 0);
  assert.ok(acknowledged.invites > 0 && mails >= acknowledged.invites);
});

test('the same seed makes the same choices, another seed different ones', () => {
  const plans = (seed: number): unknown[] => [...byChance(new Chance(seed), 50)];
  assert.deepEqual(plans(7), plans(7));
  assert.notDeepEqual(plans(7), plans(8));
});
