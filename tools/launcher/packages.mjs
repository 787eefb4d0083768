import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToTheEnd, STOPPED_CODES } from './child.mjs';
import { withInstallLock } from './install-lock.mjs';

/** Installs the packages of package-lock.json unless exactly these are installed; only one process at a time does. */
export async function ensurePackages(root) {
  if (isInstalled(root)) return;
  const lock = join(root, '.data', 'install.lock');
  const onWait = () => tell('Another process is installing the packages: waiting for it.');
  const interrupted = await withInstallLock(lock, onWait, () => (isInstalled(root) ? 0 : install(root)));
  if (interrupted !== 0) process.exit(interrupted);
}

/** Returns 0, or npm's exit code when a signal ended it. */
async function install(root) {
  const began = Date.now();
  tell('Installing packages: this happens once, and takes about a minute.');
  const ticker = setInterval(() => tell('Still installing packages.'), 15_000);
  const cache = cacheFolder();
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const env = { ...process.env, ...(cache.own ? { npm_config_cache: cache.folder } : {}) };
  const options = { cwd: root, env, stdio: ['ignore', 2, 2], endsAtOnce: true };
  const code = await runToTheEnd('npm', args, options).catch(() => 127);
  clearInterval(ticker);
  if (cache.own) rmSync(cache.folder, { recursive: true, force: true });
  if (STOPPED_CODES.includes(code)) {
    tell('Stopped while packages were installed: the next start installs them again.');
    return code;
  }
  if (code === 127) throw new Error('npm was not found: install it, or run this as "npm start".');
  if (code !== 0)
    throw new Error(
      `The packages could not be installed ("npm ci" ended with ${code}; its output is above).`,
    );
  writeFileSync(stampFile(root), lockHash(root));
  tell(`Packages are installed after ${secondsSince(began)}.`);
  return 0;
}

function isInstalled(root) {
  if (!existsSync(join(root, 'node_modules/.bin/node'))) return false;
  const stamp = stampFile(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(root)) return true;
  return matchesLock(root);
}

/** Compares what npm recorded at its last installation with the lock file, so that a manual "npm install" counts too. */
function matchesLock(root) {
  const installed = installedPackages(root);
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(locked)
    .filter(
      ([place, entry]) =>
        place.startsWith('node_modules/') && entry.optional !== true && entry.devOptional !== true,
    )
    .every(
      ([place, entry]) =>
        installed[place]?.version === entry.version && installed[place]?.integrity === entry.integrity,
    );
}

/** The packages that npm recorded: none where an installation was interrupted before, or while, it wrote them. */
function installedPackages(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** npm's cache, or a temporary one when npm's is not writable. */
function cacheFolder() {
  const usual = process.env.npm_config_cache ?? join(process.env.HOME ?? '/nonexistent', '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return { folder: usual, own: false };
  } catch {
    return { folder: mkdtempSync(join(tmpdir(), 'npm-cache-')), own: true };
  }
}

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function stampFile(root) {
  return join(root, 'node_modules/.installed-lock');
}

/** Prints a line of progress, like `report`: with the seconds since the command was given. */
function tell(sentence) {
  const seconds = (Date.now() - Number(process.env.LAUNCHED_AT)) / 1_000;
  console.error(`${seconds.toFixed(1).padStart(6)} s  ${sentence}`);
}

function secondsSince(began) {
  return `${Math.round((Date.now() - began) / 1_000)} s`;
}
