import assert from 'node:assert/strict';
import { it } from 'node:test';
import { selected } from './selection.ts';

const ITEMS = [{ name: 'right logins' }, { name: 'wrong logins' }, { name: 'diffs' }];
const names = (...words: string[]): string[] => selected(ITEMS, words).map(({ name }) => name);

it('selects by parts of names, in the order of the items', () => {
  assert.deepEqual(names('diffs', 'right'), ['right logins', 'diffs']);
  assert.deepEqual(names('logins'), ['right logins', 'wrong logins']);
  assert.deepEqual(selected(ITEMS, undefined), ITEMS);
});

it('refuses a word that selects nothing, also beside others', () => {
  for (const words of [['login s'], ['diffs', 'login s']])
    assert.throws(() => names(...words), {
      message: 'No name contains "login s". They are:\n  right logins\n  wrong logins\n  diffs',
    });
});
