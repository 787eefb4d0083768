import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;

/**
 * Does work that only one process at a time may do: waits while another running process has the lock file. A lock file that was left
 * behind, or that names no process, is taken over by exactly one of the waiting processes.
 */
export async function withInstallLock(file, onWait, work) {
  const own = `${file}.${randomUUID()}`;
  writeOwn(own);
  try {
    for (let waiting = false; !tryLock(file, own); waiting = true) {
      if (!waiting) onWait();
      await sleep(POLL_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Writes this process's lock in full, before it is linked to the name that other processes check. */
function writeOwn(own) {
  try {
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }));
  } catch (cause) {
    throw new Error(`${dirname(own)} cannot be written, so packages cannot be installed here.`, { cause });
  }
}

/** Takes the lock if it is free. A process that holds the lock for removals removes that of a process that has ended, unless it changed meanwhile. */
function tryLock(file, own) {
  if (linked(own, file)) return true;
  const holder = contentOf(file);
  if (holder === null || isRunning(holder)) return false;
  const removal = `${file}.removal`;
  if (!tryLock(removal, own)) return false;
  try {
    if (contentOf(file) === holder) rmSync(file);
    return linked(own, file);
  } finally {
    rmSync(removal);
  }
}

function linked(own, file) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

function isRunning(holder) {
  try {
    const { pid, startedAt } = JSON.parse(holder);
    return startOf(pid) === startedAt;
  } catch {
    return false;
  }
}

/** What distinguishes a process from a later one with the same id. @throws Error when there is none. */
function startOf(pid) {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') throw new Error('It has ended, and only its parent has not noticed yet.');
  return fields[19];
}
