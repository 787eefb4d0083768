import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (path: string): URL => new URL(path, import.meta.url);
const HOOKS = [
  here('../../../libs/platform/test/fixtures/service/typescript.mjs'),
  here('../../../tools/chaos/src/die-at.mjs'),
];
const MAIN = fileURLToPath(here('../src/main.ts'));

/** Runs a program of the service from its source, and resolves with its output once it succeeds. */
export async function runFromSource(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const [loaded = here('')] = HOOKS;
  const path = fileURLToPath(here(`../src/${program}`));
  const args = ['--conditions=@pks/source', '--import', loaded.href, path];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

/** The knowledge service as a process of its own, from its source, to be killed. */
export class MortalKnowledge {
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** Starts it, and waits until it accepts calls. */
  static async start(env: Readonly<Record<string, string>>): Promise<MortalKnowledge> {
    const loaded = HOOKS.flatMap(({ href }) => ['--import', href]);
    const child = spawn(process.execPath, ['--conditions=@pks/source', ...loaded, MAIN], {
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
