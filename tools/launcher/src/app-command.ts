import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@pks/stack';
import { build } from './build.ts';
import { CHECKOUT, DATA } from './checkout.ts';
import { runProgram } from './program.ts';
import { runningState } from './state.ts';

/**
 * Runs a program of an app on the product's database, and exits with its code. Only the program writes to the standard
 * output, so it can be piped. While the product runs in this checkout, its build is used as it is.
 */
export async function runAppCommand(program: string, args: readonly string[]): Promise<void> {
  const running = runningState();
  if (running === null) await build((sentence) => console.error(sentence));
  else if (running.databaseUrl === undefined)
    throw new Error('It is still starting in this checkout: try again when it is ready.');
  const natsUrl = process.env['NATS_URL'] || running?.natsUrls?.[program.split('/')[0] ?? ''];
  const database = await openDatabase({
    given: process.env['DATABASE_URL'] || running?.databaseUrl,
    directory: join(DATA, 'postgres'),
    ephemeral: false,
  });
  try {
    await runProgram(join('apps', program), args, {
      DATABASE_URL: database.url,
      ...(natsUrl === undefined ? {} : { NATS_URL: natsUrl }),
    });
  } finally {
    await database.server?.stop();
  }
}

/** Lists or replays the dead letters of the service that is the first argument. */
export async function deadLetters([service = '', ...args]: readonly string[]): Promise<void> {
  const services = readdirSync(join(CHECKOUT, 'apps')).filter((name) =>
    existsSync(join(CHECKOUT, 'apps', name, 'src/dead-letters.ts')),
  );
  if (services.includes(service)) return runAppCommand(`${service}/dist/dead-letters.js`, args);
  throw new Error(
    `Use: npm run dead-letters -- SERVICE list, or replay EVENT_ID, or replay all; SERVICE is one of ${services.join(', ')}.`,
  );
}
