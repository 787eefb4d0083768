import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresHome } from './postgres-home.ts';
import { own, ownerOf } from './postgres-owner.ts';
import { commandOf, identify, isRunning } from './process-identity.ts';

const PATIENCE_MS = 30_000;

/** Claims the folder for this process. Throws while another process that claimed it runs, and stops the server that a killed process left. */
export async function claim(home: PostgresHome): Promise<void> {
  const owner = ownerOf(home.folder);
  if (owner !== null && owner.pid !== process.pid && isRunning(owner)) {
    throw new Error(
      `PostgreSQL's data in ${home.folder} is in use by process ${owner.pid}; stop that one first.`,
    );
  }
  await stopLeftover(home.cluster);
  own(home.folder);
}

async function stopLeftover(cluster: string): Promise<void> {
  const pid = postmasterOf(cluster)?.pid;
  if (pid === undefined || !servesFrom(pid, cluster)) return;
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
  return identify(pid) !== null && command.includes('postgres') && command.includes(cluster);
}

/** The state that the server writes to its data folder: its process id, and whether it accepts connections. */
export function postmasterOf(cluster: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}
