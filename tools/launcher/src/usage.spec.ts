import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { wantsDemo } from './demo/demo.ts';
import { CHECKOUT } from './checkout.ts';

const start = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(CHECKOUT, 'tools/launcher/run.mjs'), 'start', ...args], {
    encoding: 'utf8',
  });

test('--help names the flags and the variables, and starts nothing', () => {
  const { status, stdout } = start('--verbose', '--help');
  assert.equal(status, 0);
  for (const word of ['--verbose', 'PORT', 'MAIL_PORT', 'DATABASE_URL'])
    assert.ok(stdout.includes(word), word);
});

test('an unknown flag is refused in one sentence', () => {
  const { status, stderr } = start('--verbos');
  assert.equal(status, 2);
  assert.equal(stderr, 'npm start does not know "--verbos": see npm start -- --help.\n');
});

test('demo data is added to the embedded database, or where it is asked for', () => {
  const given = 'postgres://host/db';
  assert.equal(wantsDemo({}), true);
  assert.equal(wantsDemo({ DATABASE_URL: given }), false);
  assert.equal(wantsDemo({ IDENTITY_DATABASE_URL: given }), false);
  assert.equal(wantsDemo({ DATABASE_URL: '', KNOWLEDGE_DATABASE_URL: given }), false);
  assert.equal(wantsDemo({ IDENTITY_DATABASE_URL: given, DEMO_DATA: '1' }), true);
  assert.equal(wantsDemo({ IDENTITY_DATABASE_URL: '' }), true);
  assert.equal(wantsDemo({ DATABASE_URL: given, DEMO_DATA: '1' }), true);
  assert.equal(wantsDemo({ DEMO_DATA: 'false' }), false);
  assert.throws(() => wantsDemo({ DEMO_DATA: 'maybe' }), /DEMO_DATA is "maybe": give 1 .* or 0/);
});
