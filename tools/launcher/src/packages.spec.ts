import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CHECKOUT } from './checkout.ts';

const LOCKED = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };
const ENSURE = `
  import { ensurePackages } from ${JSON.stringify(join(CHECKOUT, 'tools/launcher/packages.mjs'))};
  await ensurePackages(process.cwd()).then(
    () => console.log('has packages'),
    (error) => console.log(error.message),
  );
`;

/** What becomes of packages in a checkout with these files, where npm is this script. */
function ensured(t: TestContext, npm: string, files: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'packages-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['bin', 'node_modules/.bin']) mkdirSync(join(root, folder), { recursive: true });
  const all = { 'package-lock.json': JSON.stringify(LOCKED), 'node_modules/.bin/node': '', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ENSURE], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { status, stdout, stderr };
}

test('packages as the lock file has them are not installed again', (t) => {
  const installed = { 'node_modules/.package-lock.json': JSON.stringify(LOCKED) };
  assert.equal(ensured(t, 'exit 1', installed).stdout, 'has packages\n');
});

test('what an interrupted installation left is installed again', (t) => {
  const torn = { 'node_modules/.package-lock.json': JSON.stringify(LOCKED).slice(0, 40) };
  const { stdout, stderr } = ensured(t, 'exit 0', torn);
  assert.equal(stdout, 'has packages\n');
  assert.match(stderr, /Packages are installed after/);
});

test('a failure of npm is no signal, also where its code is that of a system error', (t) => {
  // As for a folder that belongs to another user.
  const { status, stdout, stderr } = ensured(t, 'exit 243');
  assert.equal(
    stdout,
    'The packages could not be installed ("npm ci" ended with 243; its output is above).\n',
  );
  assert.doesNotMatch(stderr, /Stopped/);
  assert.equal(status, 0);
});

test('a signal that ends npm ends the start with its code', (t) => {
  const { status, stdout, stderr } = ensured(t, 'kill -TERM "$PPID"; sleep 60');
  assert.match(stderr, /Stopped while packages were installed/);
  assert.deepEqual([status, stdout], [143, '']);
});
