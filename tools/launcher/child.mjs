import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 1_000;

/** The exit codes of a program that one of the forwarded signals ended. */
export const STOPPED_CODES = FORWARDED.map((signal) => 128 + constants.signals[signal]);

/**
 * Runs a program in this terminal, forwards every signal to it, and returns its exit code, or 128 plus the number of the signal that
 * ended it. With `endsAtOnce`, the first signal kills the program and everything that it started.
 */
export function runToTheEnd(command, args, { endsAtOnce = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    let received = null;
    const forward = (signal) => {
      received ??= signal;
      if (endsAtOnce) killGroup(child.pid);
      else child.kill(signal);
    };
    // Before the program starts: otherwise a signal in between would end only this process, and leave the program running.
    for (const signal of FORWARDED) process.on(signal, forward);
    const child = spawn(command, args, { stdio: 'inherit', detached: endsAtOnce, ...options });
    const unwatch = whenNpmIsGone(() => {
      console.error('npm has ended: stopping.');
      forward('SIGTERM');
    });
    const release = () => {
      unwatch();
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + (constants.signals[received ?? signal] ?? 0));
    });
  });
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** A killed npm forwards no signal, so this polls for npm, or its shell, no longer being our parent. */
function whenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  return () => clearInterval(timer);
}

/** The parents up to npm, and no further: a script that started npm in the background may end. */
function ancestors() {
  const parent = process.ppid;
  return nameOf(parent).startsWith('npm') ? `${parent}` : `${parent} ${parentOf(parent)}`;
}

function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8');
  } catch {
    return '';
  }
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
