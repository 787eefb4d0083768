import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.ts';
import { own, ownerOf } from './postgres-owner.ts';
import { commandOf, identify, isRunning } from './process-identity.ts';

const PATIENCE_MS = 30_000;
const POSTGRES = /(^|\/)postgres(:|\s|$)/;

/**
 * Claims the folder for this process. Throws while another process that claimed it runs, and stops the server that a killed process left.
 * A server that ended with its machine leaves its process id: without this, none could start once another program has that id.
 */
export async function claim(home: PostgresHome): Promise<void> {
  const owner = ownerOf(home.folder);
  if (owner !== null && owner.pid !== process.pid && isRunning(owner)) {
    throw inUse(home.folder, owner.pid);
  }
  await stopLeftover(home.cluster);
  own(home.folder);
}

/** The error for a folder that another process uses. */
export function inUse(folder: string, pid: number): Error {
  return new Error(`PostgreSQL's data in ${folder} is in use by process ${pid}; stop that one first.`);
}

async function stopLeftover(cluster: string): Promise<void> {
  const pid = postmasterOf(cluster)?.pid;
  if (pid === undefined) return;
  if (!servesFrom(pid, cluster)) {
    if (isAnotherProgram(pid)) rmSync(stateIn(cluster));
    return;
  }
  const deadline = performance.now() + PATIENCE_MS;
  process.kill(pid, 'SIGINT');
  while (servesFrom(pid, cluster)) {
    if (performance.now() > deadline)
      throw new Error(`A PostgreSQL left over from before (process ${pid}) does not stop; end it first.`);
    await sleep(50);
  }
}

/** Whether the process is the server of this data folder: its id may belong to another program by now, even to another PostgreSQL. */
function servesFrom(pid: number, cluster: string): boolean {
  const command = commandOf(pid) ?? '';
  return identify(pid) !== null && POSTGRES.test(command) && command.includes(cluster);
}

function isAnotherProgram(pid: number): boolean {
  const command = commandOf(pid);
  return command !== null && !POSTGRES.test(command);
}

/** The state that the server writes to its data folder: its process id, and whether it accepts connections. */
export function postmasterOf(cluster: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(stateIn(cluster), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

function stateIn(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
