import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processes whose CPU time is counted together, by name. */
export type Watched = Readonly<Record<string, number>>;

/**
 * The CPU seconds that each process has used so far, with the processes it started; empty on systems that do not report this (only Linux
 * does).
 */
export function cpuSeconds(watched: Watched): Record<string, number> {
  const parents = readParents();
  return Object.fromEntries(
    Object.entries(watched).map(([name, pid]) => [
      name,
      familyOf(pid, parents).reduce((sum, one) => sum + used(one), 0),
    ]),
  );
}

/** Resident memory, in MB. */
export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`));
  return Math.round(Number(line?.[1] ?? Number.NaN) / 1024);
}

/** A process's own CPU time, and that of its children that have ended. */
function used(pid: number): number {
  const times = fieldsOf(pid, [11, 12, 13, 14]);
  return times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

function readParents(): Map<number, number> {
  const pids = listProcesses();
  return new Map(pids.map((pid) => [pid, fieldsOf(pid, [1])[0] ?? 0]));
}

function familyOf(root: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return [root, ...children.flatMap((child) => familyOf(child, parents))];
}

/** Fields of /proc/PID/stat, counted from the one after the program's name. */
function fieldsOf(pid: number, indexes: readonly number[]): number[] {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return indexes.map((index) => Number(fields[index] ?? 0));
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
