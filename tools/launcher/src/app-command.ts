import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '@pks/stack';
import { build } from './build.ts';
import { CHECKOUT, DATA } from './checkout.ts';
import { runningState } from './state.ts';
import { giveUp } from './terminal.ts';

/**
 * Runs a program of an app on the product's database, and exits as it does. The program's own output is all that appears
 * on the standard output, so that it can be piped.
 */
export async function runAppCommand(program: string, args: readonly string[]): Promise<void> {
  try {
    await build((sentence) => console.error(sentence));
    process.exitCode = await withDatabase((environment) => run(program, args, environment));
  } catch (error) {
    giveUp(error);
  }
}

/** Uses the database that is given, or that of the stack that runs here, or starts PostgreSQL for the command alone. */
async function withDatabase(work: (environment: Record<string, string>) => Promise<number>): Promise<number> {
  const running = runningState();
  if (running !== null && running.databaseUrl === undefined) {
    throw new Error('It is still starting in this checkout: try again when it is ready.');
  }
  const given = process.env['DATABASE_URL'] || running?.databaseUrl;
  const natsUrl = process.env['NATS_URL'] || running?.natsUrl;
  const database = await openDatabase({ given, directory: join(DATA, 'postgres'), ephemeral: false });
  try {
    return await work({
      DATABASE_URL: database.url,
      ...(natsUrl === undefined ? {} : { NATS_URL: natsUrl }),
    });
  } finally {
    await database.server?.stop();
  }
}

function run(program: string, args: readonly string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [join(CHECKOUT, 'apps', program), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
