import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, distinguished from a later one with the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** The process that has this id now, or null if there is none. */
export function identify(pid: number): ProcessIdentity | null {
  const startedAt = startOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** The command line of a process, or null if there is no such process. */
export function commandOf(pid: number): string | null {
  return ps(pid, 'command');
}

function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  if (process.platform === 'linux' && column === 'command') return linuxCommand(pid);
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function linuxCommand(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null;
  } catch {
    return null;
  }
}
