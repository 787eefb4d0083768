import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { CHECKOUT } from './checkout.ts';

function lockOf(t: TestContext): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'install-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, file: join(folder, 'install.lock') };
}

/** A process that prints when it waits and when it has the lock, and keeps the lock until its input ends. */
function waiter(file: string, before = ''): { said: AsyncIterator<string>; end: () => Promise<unknown> } {
  const code = `
    import { once } from 'node:events';
    import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
    import { withInstallLock } from ${JSON.stringify(join(CHECKOUT, 'tools/launcher/install-lock.mjs'))};
    const file = ${JSON.stringify(file)};
    ${before}
    await withInstallLock(file, () => console.log('waits'), async () => {
      mkdirSync(file + '.held');
      console.log('has it');
      await once(process.stdin.resume(), 'end');
      rmdirSync(file + '.held');
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const end = async (): Promise<unknown> => {
    child.stdin.end();
    return exited;
  };
  return { said, end };
}

const heldBy = (pid: number | string, startedAt: string): string =>
  `writeFileSync(file, JSON.stringify({ pid: ${pid}, startedAt: '${startedAt}' }));`;

for (const [name, before] of [
  ['that is empty', `writeFileSync(file, '');`],
  ['of a process that has ended', heldBy(2 ** 22 + 1, '1')],
  ['of an earlier process that had its own id', heldBy('process.pid', '1')],
  ['of an earlier process that had the id of one that runs', heldBy('process.ppid', '1')],
] as const)
  test(`a lock ${name} is taken over`, async (t) => {
    const { folder, file } = lockOf(t);
    const { said, end } = waiter(file, before);
    assert.equal((await said.next()).value, 'has it');
    assert.deepEqual(await end(), [0, null]);
    assert.deepEqual(readdirSync(folder), []);
  });

test('a process that has the lock and runs is waited for', async (t) => {
  const { folder, file } = lockOf(t);
  const first = waiter(file);
  assert.equal((await first.said.next()).value, 'has it');
  const second = waiter(file);
  assert.equal((await second.said.next()).value, 'waits');
  assert.deepEqual(await first.end(), [0, null]);
  assert.equal((await second.said.next()).value, 'has it');
  assert.deepEqual(await second.end(), [0, null]);
  assert.deepEqual(readdirSync(folder), []);
});

test('of several that find a lock left behind, also while it was taken over, one at a time has it', async (t) => {
  const { folder, file } = lockOf(t);
  for (const left of [file, `${file}.removal`]) writeFileSync(left, '');
  const ends = Array.from({ length: 4 }, () => waiter(file).end());
  assert.deepEqual(await Promise.all(ends), Array(4).fill([0, null]));
  assert.deepEqual(readdirSync(folder), []);
});
