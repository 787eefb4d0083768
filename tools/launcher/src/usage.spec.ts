import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { wantsDemo } from './demo/demo.ts';
import { CHECKOUT } from './checkout.ts';

const RUN = join(CHECKOUT, 'tools/launcher/run.mjs');
const start = (...args: readonly string[]) =>
  spawnSync(process.execPath, [RUN, 'start', ...args], { encoding: 'utf8' });

test('--help names the flags and the variables, and starts nothing', () => {
  const { status, stdout } = start('--verbose', '--help');
  assert.equal(status, 0);
  for (const word of ['--verbose', '--built', 'PORT', 'MAIL_PORT', 'DATABASE_URL'])
    assert.ok(stdout.includes(word), word);
});

test('an unknown flag is refused in one sentence', () => {
  const { status, stderr } = start('--verbos');
  assert.equal(status, 2);
  assert.equal(stderr, 'npm start does not know "--verbos": see npm start -- --help.\n');
});

/** What Node 18 lacks of what the launcher might use before it looks at the version. */
const NODE_18 = `
  import { registerHooks } from 'node:module';
  const without = (source) => String(source).replaceAll('import.meta.dirname', 'undefined');
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return url.endsWith('.mjs') ? { ...loaded, source: without(loaded.source) } : loaded;
    },
  });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });
`;

test('a Node that is too old is refused in one sentence', () => {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(NODE_18)}`];
  const { status, stderr } = spawnSync(process.execPath, [...args, RUN, 'start', '--help'], {
    encoding: 'utf8',
  });
  assert.equal(stderr, 'Node 18.20.4 is too old: install Node 20.19 or newer from https://nodejs.org.\n');
  assert.equal(status, 1);
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
