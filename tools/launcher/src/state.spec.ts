import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { identify } from '@pks/stack';
import { CHECKOUT } from './checkout.ts';

const CLAIM = `
  import { claimCheckout } from ${JSON.stringify(join(CHECKOUT, 'tools/launcher/src/state.ts'))};
  try {
    claimCheckout();
    console.log('claimed');
  } catch (error) {
    console.log(error.message);
  }
`;

/** What another process says that claims the folder. */
function claimed(directory: string): string {
  const args = ['--input-type=module', '-e', CLAIM];
  const env = { ...process.env, DATA_DIRECTORY: directory };
  return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout.trimEnd();
}

function aFolder(t: TestContext): { directory: string; file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return { directory, file: join(directory, 'stack.json') };
}

test('a product that runs is named, and its state stays', (t) => {
  const { directory, file } = aFolder(t);
  const state = JSON.stringify({ launcher: identify(process.pid), baseUrl: 'http://127.0.0.1:3000/api/v1' });
  writeFileSync(file, state);
  assert.match(
    claimed(directory),
    new RegExp(`process ${process.pid}; it answers at http://127.0.0.1:3000/`),
  );
  assert.equal(readFileSync(file, 'utf8'), state);
});

for (const [name, content] of [
  ['torn', '{ "launcher": { "pi'],
  [
    'that of a process whose id another one has',
    `{ "launcher": { "pid": ${process.pid}, "startedAt": "1" } }`,
  ],
] as const)
  test(`a state that is ${name} is replaced, for its owner alone`, (t) => {
    const { directory, file } = aFolder(t);
    writeFileSync(file, content);
    assert.equal(claimed(directory), 'claimed');
    assert.match(readFileSync(file, 'utf8'), /^\{"launcher":\{"pid":\d+,"startedAt":"\d+"\}\}$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

test('a folder that cannot be written is named with the reason', (t) => {
  const { directory } = aFolder(t);
  mkdirSync(join(directory, 'stack.json'));
  assert.match(claimed(directory), /^The folder .*state-\w+ cannot be written: .*stack\.json.*\.$/);
  writeFileSync(join(directory, 'file'), '');
  const below = join(directory, 'file/data');
  assert.equal(
    claimed(below),
    `The folder ${below} cannot be written: ENOTDIR: not a directory, mkdir '${below}'.`,
  );
});
