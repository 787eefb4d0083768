import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
/** How long Jest may take, which without timers would wait forever. Milliseconds. */
const AT_MOST = 200_000;

it('gives each test file the timers of Node.js, whatever another one did to them, and tells it of its own tests alone', async () => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [
      '--experimental-vm-modules',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...['--runInBand', '--testMatch', join(import.meta.dirname, 'files/*.ts')],
    ],
    { cwd: join(ROOT, 'libs/testing'), env: { ...process.env, FORCE_COLOR: '0' }, timeout: AT_MOST },
  );
  expect(stderr).toContain('4 passed, 4 total');
});
