import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (path: string): URL => new URL(path, import.meta.url);
const HOOKS = [
  here('../../../libs/platform/test/fixtures/service/typescript.mjs'),
  here('../../../tools/chaos/src/die-at.mjs'),
];
const MAIN = fileURLToPath(here('../src/main.ts'));

/** The knowledge service as a process of its own, from its source, to be killed. */
export class MortalKnowledge {
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** Starts it, and waits until it takes calls. */
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

  /** Ends it if it is there. */
  kill(): Promise<unknown> {
    this.child.kill('SIGKILL');
    return this.ended;
  }
}
