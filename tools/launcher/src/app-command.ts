import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasData, openDatabase } from '@pks/stack';
import { build } from './build.ts';
import { CHECKOUT, DATA } from './checkout.ts';
import { runProgram } from './program.ts';
import { runningState, type StackState } from './state.ts';
import { Misuse, asksForHelp } from './terminal.ts';

const CLUSTERS = join(DATA, 'postgres');
const say = (sentence: string): void => console.error(sentence);

/**
 * Runs a program of an app on the product's database, and exits with its code. Only the program writes to the standard
 * output, so it can be piped. While the product runs in this checkout, its build is used as it is. Otherwise, this says which database
 * is used, and creates one only for a program that `founds` what other programs look for.
 */
export async function runAppCommand(
  program: string,
  args: readonly string[],
  { founds = false } = {},
): Promise<void> {
  const path = join('apps', program);
  if (asksForHelp(args)) {
    if (!existsSync(join(CHECKOUT, path))) await build(say);
    return runProgram(path, args);
  }
  const service = program.split('/')[0] ?? '';
  const running = runningState();
  if (running === null) {
    say(databaseOf(service, founds));
    await build(say);
  } else if (running.databaseUrls === undefined && running.databaseUrl === undefined)
    throw new Error('It is still starting in this checkout: try again when it is ready.');
  const natsUrl = process.env['NATS_URL'] || running?.natsUrls?.[service];
  const database = await openDatabase({
    given: databaseGiven(service, running),
    directory: CLUSTERS,
    ephemeral: false,
  });
  try {
    await runProgram(path, args, {
      DATABASE_URL: database.url,
      ...(natsUrl === undefined ? {} : { NATS_URL: natsUrl }),
    });
  } finally {
    await database.server?.stop();
  }
}

/** The address of a service's database: the one in a variable, otherwise the one of the running product. */
export function databaseGiven(
  service: string,
  running: StackState | null,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): string | undefined {
  const variable = variableOf(service, env);
  return variable === undefined ? (running?.databaseUrls?.[service] ?? running?.databaseUrl) : env[variable];
}

/** The variable that names a service's database, if one is set. */
function variableOf(service: string, env: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  return [`${service.toUpperCase()}_DATABASE_URL`, 'DATABASE_URL'].find((name) => env[name]);
}

/**
 * The sentence that says which database a program of a service uses without a running product.
 * @throws Error if that database would be empty, and the program looks for existing data.
 */
export function databaseOf(
  service: string,
  founds: boolean,
  { env = process.env, directory = CLUSTERS }: { env?: Readonly<NodeJS.ProcessEnv>; directory?: string } = {},
): string {
  const variable = variableOf(service, env);
  if (variable !== undefined) return `The database is the one that ${variable} names.`;
  if (hasData(directory)) return `The database is the one in ${directory}, whose product does not run.`;
  if (founds) return `The database is a new one, in ${directory}.`;
  throw new Error(
    `There is no database in ${directory}: set DATA_DIRECTORY to the folder with which the product is started.`,
  );
}

/** Manages organizations and accounts. */
export function admin(args: readonly string[]): Promise<void> {
  return runAppCommand('identity/dist/admin.js', args, { founds: args.includes('create-organization') });
}

/** Lists or replays the dead letters of the service that is the first argument. */
export async function deadLetters([service = '', ...args]: readonly string[]): Promise<void> {
  const services = readdirSync(join(CHECKOUT, 'apps')).filter((name) =>
    existsSync(join(CHECKOUT, 'apps', name, 'src/dead-letters.ts')),
  );
  if (services.includes(service)) return runAppCommand(`${service}/dist/dead-letters.js`, args);
  const use = `Use: npm run dead-letters -- SERVICE list, or replay EVENT_ID, or replay all; SERVICE is one of ${services.join(', ')}.`;
  if (!asksForHelp([service])) throw new Misuse(use);
  console.log(use);
}
