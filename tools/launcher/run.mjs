import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_LOOK_MS = 1_000;

/** Runs a program in this terminal, hands it every signal, and gives its exit code; a signal that ended it gives 128 and its number. */
export function runToTheEnd(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const unwatch = whenNpmIsGone(() => child.kill('SIGTERM'));
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
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** An npm that is killed tells nobody: the program is told instead when npm, or its shell, is no longer above us. */
function whenNpmIsGone(tell) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const before = ancestors();
  const timer = setInterval(() => ancestors() !== before && tell(), PARENT_LOOK_MS);
  return () => clearInterval(timer);
}

function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
