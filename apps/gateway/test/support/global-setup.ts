import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startStack } from '@pks/stack';
import { keepForTeardown } from './global-teardown.ts';

const run = promisify(execFile);

/** Starts the whole product once for all end-to-end tests, with one organization and its admin. */
export default async function startProduct(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-e2e-'));
  const stack = await startStack({ directory, ephemeral: true });
  keepForTeardown(async () => {
    await stack.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const admin = join(import.meta.dirname, '../../../identity/dist/admin.js');
  const founding = ['create-organization', '--name', 'Everybody', '--email', 'founder@e2e.test'];
  const env = { ...process.env, DATABASE_URL: stack.databaseUrl };
  const { stdout } = await run(process.execPath, [admin, ...founding], { env });
  process.env['E2E_BASE_URL'] = stack.baseUrl;
  process.env['E2E_FOUNDER_TOKEN'] = stdout.trim();
}
