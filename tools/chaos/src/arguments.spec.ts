import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';

const KNOWN = ['nats-away', 'disk-full'];
const read = (...args: string[]): unknown => readArguments(args, KNOWN);

test('kills are the usual run, as many as requested', () => {
  assert.deepEqual(read('--kills', '7', '--seed', '0'), { what: 'kills', kills: 7, seed: 0 });
  assert.deepEqual(read('--seed', '5'), { what: 'kills', kills: 100, seed: 5 });
});

test('cases are run by their names, each once, or all of them', () => {
  const one = { what: 'cases', names: ['disk-full'], restarts: 20 };
  assert.deepEqual(read('--case', 'disk-full', '--case', 'disk-full'), one);
  assert.deepEqual(read('--case', 'all', '--restarts', '3'), { what: 'cases', names: KNOWN, restarts: 3 });
  assert.deepEqual(read('--list'), { what: 'list' });
});

test('whoever asks how it is used is not refused', () => {
  for (const asked of ['--help', '-h']) assert.deepEqual(read(asked), { what: 'help' });
});

test('a case that does not exist is refused with those that do', () => {
  assert.throws(() => read('--case', 'fire'), /There is no case fire: nats-away, disk-full, or all\./);
});

for (const wrong of [
  ['--kills', '0'],
  ['--kills', 'many'],
  ['--seed', '-1'],
  ['--restarts', '3'],
  ['--case', 'disk-full', '--restarts', '0'],
  ['--case', 'disk-full', '--kills', '3'],
  ['--else'],
  ['more'],
])
  test(`${wrong.join(' ')} is refused with how to use it`, () => {
    assert.throws(() => read(...wrong), /^Error: Use: npm run chaos/);
  });
