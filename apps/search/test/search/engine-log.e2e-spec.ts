import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const PROGRAM = fileURLToPath(new URL('./failing-search.ts', import.meta.url));

it('the engine of the index writes nothing beside the lines of the log: what fails is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pks-engine-log-'));
  const args = ['--conditions=development', PROGRAM, folder];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: {} });
  await rm(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/not found/i);
});
