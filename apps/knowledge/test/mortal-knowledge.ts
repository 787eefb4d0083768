import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (path: string): URL => new URL(path, import.meta.url);
const DIE_AT = here('../../../tools/chaos/src/die-at.mjs').href;
const MAIN = fileURLToPath(here('../dist/main.js'));

/** Runs a program of the built service, and resolves with its output once it succeeds. */
export async function runBuilt(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const path = fileURLToPath(here(`../dist/${program}`));
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

/** The built knowledge service as a process of its own, to be killed. */
export class MortalKnowledge {
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** Starts it, and waits until it accepts calls. */
  static async start(env: Readonly<Record<string, string>>): Promise<MortalKnowledge> {
    const child = spawn(process.execPath, ['--import', DIE_AT, MAIN], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => reject(new Error('The process ended before it had started.')));
      if (!child.stdout) return;
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('"msg":"started"')) resolve();
      });
    });
    return new MortalKnowledge(child);
  }

  /** Kills it if it is running. */
  kill(): Promise<unknown> {
    this.child.kill('SIGKILL');
    return this.ended;
  }
}
