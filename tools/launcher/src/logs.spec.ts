import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { troubleIn } from './logs.ts';

test('shows warnings and errors in short, and nothing else', () => {
  assert.equal(troubleIn('{"level":30,"msg":"served"}'), null);
  assert.equal(troubleIn('{"level":40,"msg":"slow"}'), 'warning: slow');
  assert.equal(troubleIn('{"level":50,"msg":"broken","extra":1}'), 'error: broken');
  assert.equal(troubleIn('{not json'), null);
  assert.equal(troubleIn('LOG:  checkpoint starting'), null);
  assert.equal(troubleIn('FATAL:  out of memory'), 'FATAL:  out of memory');
});
