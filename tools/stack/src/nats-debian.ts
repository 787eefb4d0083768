import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.ts';
import type { Fetching } from './download.ts';
import { isProgram } from './nats-cache.ts';

/** Unpacks Debian's or Ubuntu's package of the NATS server into the folder, without root and without installing anything. */
export async function fromDebian(workspace: string, { onLog, signal }: Fetching): Promise<string> {
  onLog('Fetching the NATS server with apt-get.');
  if (!(await download(workspace, [], signal)) && !(await downloadWithOwnLists(workspace, signal))) {
    throw new Error('apt-get does not know nats-server');
  }
  const archive = readdirSync(workspace).find((name) => name.endsWith('.deb'));
  const unpacked = join(workspace, 'unpacked');
  if (
    archive === undefined ||
    !(await succeeds('dpkg', ['-x', join(workspace, archive), unpacked], workspace, signal))
  ) {
    throw new Error('the package of nats-server could not be unpacked');
  }
  const program = ['usr/sbin', 'usr/bin']
    .map((place) => join(unpacked, place, 'nats-server'))
    .find(isProgram);
  if (program === undefined) throw new Error('the package of nats-server holds no nats-server');
  return program;
}

function download(workspace: string, options: readonly string[], signal: AbortSignal): Promise<boolean> {
  return succeeds('apt-get', [...options, 'download', 'nats-server'], workspace, signal);
}

/** Updates the package lists in a folder of our own, so that neither root nor the machine's lists are needed. */
async function downloadWithOwnLists(workspace: string, signal: AbortSignal): Promise<boolean> {
  const own = join(workspace, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(own, folder), { recursive: true });
  const options = ['-o', `Dir::State::lists=${join(own, 'lists')}`, '-o', `Dir::Cache=${join(own, 'cache')}`];
  if (process.getuid?.() === 0) options.push('-o', 'APT::Sandbox::User=root');
  if (!(await succeeds('apt-get', [...options, 'update'], workspace, signal))) return false;
  return download(workspace, options, signal);
}

async function succeeds(
  command: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { code } = await run(command, args, { cwd, signal }).catch(() => ({ code: 1 }));
  signal.throwIfAborted();
  return code === 0;
}
