import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURED, MEASURED_ALONE, isSelected, wrongIn } from './selection.ts';

test('a part of a name selects a measurement, and all are selected without one', () => {
  assert.ok(isSelected(['append'], '(a) append: node:http + pg'));
  assert.ok(isSelected(['(a)', 'detail'], 'detail'));
  assert.ok(!isSelected(['append'], 'publish'));
  assert.ok(isSelected(undefined, 'publish'));
});

test('the list of signals is measured with the signals, which are not there without them', () => {
  assert.ok(isSelected(['signals'], 'signals: list'));
  assert.ok(!isSelected(['list'], 'signals: list'));
});

test('every name can be given, and what is measured alone alone', () => {
  for (const name of [...MEASURED, ...MEASURED_ALONE]) assert.equal(wrongIn([name]), null, name);
  assert.equal(wrongIn(['hot', '(a) list']), null);
  assert.equal(wrongIn(['peers', 'list']), 'Nothing else is measured with "peers".');
});

test('a name under which nothing is measured is refused', () => {
  for (const name of ['nonsense', 'listing', 'documents of all', 'hot list'])
    assert.equal(wrongIn(['list', name]), `Nothing is measured under the name "${name}".`);
});

test('beside another checkout, only what is compared can be selected', () => {
  assert.equal(wrongIn(['publish', 'keyed'], { isCompared: true }), null);
  for (const name of ['fairness', 'peers'])
    assert.match(
      wrongIn([name], { isCompared: true }) ?? '',
      /^Nothing is measured beside another checkout under the name/,
    );
});

test('an option that only the growth heeds is refused without it', () => {
  for (const option of ['growth', 'spread']) {
    const refused = `--${option} is only for "--only growth".`;
    assert.equal(wrongIn(undefined, { ofGrowth: [option] }), refused);
    assert.equal(wrongIn(['list'], { ofGrowth: [option] }), refused);
    assert.equal(wrongIn(['growth'], { ofGrowth: [option] }), null);
  }
});
