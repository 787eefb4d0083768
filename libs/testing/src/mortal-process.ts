import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const DIE_AT = new URL('../../../tools/chaos/src/die-at.mjs', import.meta.url).href;

/** A built service as a process of its own, to be killed; with `DIE_AT` in its environment, it ends at that moment as by kill -9. */
export class MortalProcess {
  /** Resolves with the signal that ended the process. */
  readonly ended: Promise<NodeJS.Signals | null>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** Starts the process, which may be killed before it accepts calls. */
  static spawn(service: string, env: Readonly<Record<string, string>>): MortalProcess {
    const main = fileURLToPath(new URL(`../../../apps/${service}/dist/main.js`, import.meta.url));
    const child = spawn(process.execPath, ['--import', DIE_AT, main], {
      env: { PATH: process.env['PATH'], EXIT_WITH_PARENT: '1', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    return new MortalProcess(child);
  }

  /** Starts the process, and waits until it accepts calls. */
  static async start(service: string, env: Readonly<Record<string, string>>): Promise<MortalProcess> {
    const mortal = MortalProcess.spawn(service, env);
    await mortal.started();
    return mortal;
  }

  /** The signal that ended the process; null while it runs. */
  get endedBy(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  /** Kills the process if it is running. */
  kill(): Promise<unknown> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  private started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.once('close', () => reject(new Error('The process ended before it had started.')));
      if (!this.child.stdout) return;
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        if (line.includes('"msg":"started"')) resolve();
      });
    });
  }
}
