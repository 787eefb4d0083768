import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** The resident memory of a process, in KiB; 0 once it has ended. */
export async function residentKib(pid: number): Promise<number> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    return 0;
  }
}

async function fromProc(pid: number): Promise<number> {
  return Number(RESIDENT.exec(await readFile(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}
