import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const MODULE = new URL('stoppable.ts', import.meta.url).href;

/** A program whose work fails as soon as closing begins, before it is done. */
const PROGRAM = `
  import { readdir } from 'node:fs/promises';
  import { closeWhenStopped, stoppable } from '${MODULE}';
  await stoppable(async () => {
    const { promise, reject } = Promise.withResolvers();
    closeWhenStopped(async () => {
      reject(new Error('the work was cut off'));
      await readdir('.');
      console.log('closed');
    });
    const staying = setInterval(() => undefined, 1000);
    console.log('working');
    await promise.finally(() => clearInterval(staying));
  });
`;

function start(program: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, output: text(child.stdout), errors: text(child.stderr), exited: once(child, 'exit') };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`${signal} closes what is open, whatever the work says, and ends the program`, async () => {
    const { child, output, errors, exited } = start(PROGRAM);
    await once(child.stdout, 'data');
    child.kill(signal);
    assert.deepEqual(await exited, [130, null]);
    assert.match(await output, /closed\n$/);
    assert.equal(await errors, '');
  });

test('work that fails by itself fails the program', async () => {
  const failing = `import { stoppable } from '${MODULE}'; await stoppable(() => Promise.reject(new Error('broken')));`;
  const { exited, errors } = start(failing);
  assert.deepEqual(await exited, [1, null]);
  assert.match(await errors, /Error: broken/);
});
