import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../walls/workspace.ts';

/** A start may take this long on a busy machine. Milliseconds. */
export const READY_WITHIN_MS = 180_000;
const GONE_WITHIN_MS = 30_000;

/** `npm start`, with its options, as a user sees it: a process group of a terminal, with its output. */
export class Product {
  readonly output: string[] = [];
  readonly exited: Promise<number | null>;
  private readonly process: ChildProcess;

  constructor(environment: Readonly<Record<string, string>>, options: readonly string[] = []) {
    this.process = spawn('npm', ['start', '--', ...options], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const keep = (chunk: Buffer): void => void this.output.push(chunk.toString('utf8'));
    this.process.stdout?.on('data', keep);
    this.process.stderr?.on('data', keep);
    this.exited = new Promise((resolve) => this.process.once('close', resolve));
  }

  /** The output so far. */
  get said(): string {
    return this.output.join('');
  }

  /** Resolves once the product prints that it is ready; rejects with its output otherwise. */
  async untilReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    const ended = this.exited.then(() => true);
    while (!this.said.includes('Ctrl-C stops it.')) {
      if (performance.now() > deadline || (await Promise.race([ended, sleep(100)])) === true) {
        throw new Error(`It did not become ready:\n${this.said}`);
      }
    }
  }

  /** Ctrl-C in a terminal: the signal reaches the whole group. */
  interrupt(): void {
    if (this.process.exitCode === null && this.process.pid !== undefined)
      process.kill(-this.process.pid, 'SIGINT');
  }

  /** Sends the signal only to npm. */
  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }
}

/** Waits until a condition holds. @throws Error naming the condition if it does not hold within 30 s, or the given time. */
export async function until(what: string, isSo: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting until ${what}.`);
    await sleep(100);
  }
}

/** The processes with this mark in their environment. */
export function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => environmentOf(name).includes(mark))
    .map(Number);
}

/** The processes with the mark that still run when all should have exited. */
export async function leftOver(mark: string): Promise<number[]> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (processesWith(mark).length > 0 && performance.now() < deadline) await sleep(100);
  return processesWith(mark);
}

/** Kills the processes with the mark that still run when all should have exited. */
export async function endAll(mark: string): Promise<void> {
  for (const pid of await leftOver(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited meanwhile.
    }
  }
}

function environmentOf(process: string): string {
  try {
    return readFileSync(join('/proc', process, 'environ'), 'utf8');
  } catch {
    return '';
  }
}
