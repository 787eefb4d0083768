import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canUse, type ServerAccount } from './postgres-account.ts';
import { ownerOf } from './postgres-owner.ts';
import { isRunning } from './process-identity.ts';

/** Bytes. */
const LONGEST_SOCKET_FOLDER = 80;
const PREFIX = 'project-knowledge-';
const TEST_PREFIX = 'project-knowledge-test-';
const PLACES_OF_DATA = ['/var/lib', '/var/tmp'];
const PLACES_OF_TESTS = [tmpdir(), '/var/tmp', '/tmp'];

/** The folder of one server: its data in `cluster`, beside it the password and the sockets. */
export interface PostgresHome {
  readonly folder: string;
  readonly cluster: string;
  /** Deletes what must not remain after the server has stopped. */
  readonly release: () => void;
}

/**
 * Opens the folder, or another folder if the account cannot use it; unless ephemeral, a file in `directory` then contains the other's path,
 * and the data stays there, even if the account can use `directory` later. @throws Error if the other folder is gone.
 */
export async function openHome(
  directory: string,
  options: { account: ServerAccount; ephemeral: boolean; onNotice: (sentence: string) => void },
): Promise<PostgresHome> {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  const noted = options.ephemeral ? '' : notedIn(directory);
  if (await canUse(options.account, directory)) {
    if (noted === '' || existsSync(join(directory, 'cluster'))) return homeIn(directory, () => undefined);
    const home = homeIn(known(noted, directory), () => undefined);
    options.onNotice(`As ${noteIn(directory)} says, the data is in ${noted}.`);
    return home;
  }
  const elsewhere = options.ephemeral
    ? await reachableFolder(options.account, PLACES_OF_TESTS, TEST_PREFIX)
    : await notedFolder(directory, noted, options.account);
  options.onNotice(`PostgreSQL's user cannot reach ${directory}: the data is in ${elsewhere}.`);
  return homeIn(elsewhere, () => {
    if (options.ephemeral) rmSync(elsewhere, { recursive: true, force: true });
  });
}

/** Whether there is data in the folder of a server, or in the folder that a file in it names. */
export function hasData(directory: string): boolean {
  return [directory, notedIn(directory)].some(
    (folder) => folder !== '' && existsSync(join(folder, 'cluster')),
  );
}

async function notedFolder(directory: string, noted: string, account: ServerAccount): Promise<string> {
  if (noted !== '') return known(noted, directory);
  const folder = await reachableFolder(account, PLACES_OF_DATA, PREFIX);
  writeFileSync(noteIn(directory), `${folder}\n`);
  return folder;
}

/** The folder that the note names. @throws Error if it is gone. */
function known(noted: string, directory: string): string {
  if (existsSync(noted)) return noted;
  throw new Error(
    `PostgreSQL's data is not in ${noted}, where ${noteIn(directory)} says that it is: put it back, or remove that file to begin with empty data.`,
  );
}

function notedIn(directory: string): string {
  const note = noteIn(directory);
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
}

function noteIn(directory: string): string {
  return join(directory, 'location');
}

function homeIn(folder: string, release: () => void): PostgresHome {
  return { folder, cluster: join(folder, 'cluster'), release };
}

async function reachableFolder(
  account: ServerAccount,
  places: readonly string[],
  prefix: string,
): Promise<string> {
  for (const place of places) {
    if (!existsSync(place) || !(await canUse(account, place))) continue;
    if (prefix === TEST_PREFIX) removeAbandoned(place);
    const folder = mkdtempSync(join(place, prefix));
    chmodSync(folder, 0o755);
    return folder;
  }
  throw new Error(
    `PostgreSQL's user cannot reach this checkout, and no folder was found that it can; move the checkout.`,
  );
}

/** Deletes folders of killed tests, whose owner and server no longer run. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(TEST_PREFIX))) {
    const folder = join(place, name);
    const owner = ownerOf(folder);
    if (owner !== null && !isRunning(owner)) rmSync(folder, { recursive: true, force: true });
  }
}

/** The server's password, generated once and readable by its owner only; again if a full disk left its file empty. */
export function passwordOf(home: PostgresHome): string {
  const file = join(home.folder, 'password');
  const given = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (given !== '') return given;
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Creates the folder of the server's sockets, always the same one for a home. Its path is short, because sockets with paths over about 100 bytes cannot be opened. */
export function openSocketFolder(
  home: PostgresHome,
  account: ServerAccount,
): { folder: string; release: () => void } {
  const near = join(home.folder, 'socket');
  const folder = isShort(near) ? near : shortFolder(home.folder);
  const release = (): void => rmSync(folder, { recursive: true, force: true });
  release();
  mkdirSync(folder);
  give(folder, account);
  return { folder, release };
}

function shortFolder(home: string): string {
  const name = `pks-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const usual = join(tmpdir(), name);
  return isShort(usual) ? usual : join('/tmp', name);
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER;
}

/** Makes the server's user the owner of a file or folder, and the only one who can read it. */
export function give(path: string, account: ServerAccount, mode = 0o700): void {
  chmodSync(path, mode);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}
