import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ON_ITS_OWN, startPostgres } from '@pks/stack';
import pg from 'pg';
import { ROOT } from './walls/workspace.ts';

const apps = globSync('apps/*/src/migrations', { cwd: ROOT }).map((folder) => folder.split(/[/\\]/)[1] ?? '');
const directory = mkdtempSync(join(tmpdir(), 'schema-'));
const server = await startPostgres({ directory, ephemeral: true });
try {
  if (apps.length === 0) throw new Error('No app has migrations, so there is nothing to compare.');
  for (const app of apps) await check(app);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Migrates an empty database and compares the resulting schema with the entities. */
async function check(app: string): Promise<void> {
  const program = join(ROOT, 'apps', app, 'dist/schema-check.js');
  if (!existsSync(program))
    throw new Error(`${app} has migrations, but ${program} is missing: build it first.`);
  await createDatabase(app);
  const child = spawn(process.execPath, [program], {
    stdio: 'inherit',
    env: { ...process.env, ...ON_ITS_OWN, DATABASE_URL: server.url(app) },
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code === 0) return console.log(`${app}: the entities and the migrated schema agree.`);
  process.exitCode = 1;
  console.error(`${app}: the entities and the migrated schema differ.`);
}

async function createDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}
