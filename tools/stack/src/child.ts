import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

const KEPT_LINES = 40;

/** How a program is started. */
export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
  readonly holdStdin?: boolean;
}

/** A program in a process group of its own, so that a terminal's Ctrl-C does not reach it. */
export class Child {
  readonly exited: Promise<number | null>;
  readonly lastLines: string[] = [];
  private readonly process: ChildProcess;
  private ended = false;

  private constructor(process: ChildProcess, onLog: ((line: string) => void) | undefined) {
    this.process = process;
    this.exited = new Promise((resolve) =>
      process.once('close', (code) => {
        this.ended = true;
        resolve(code);
      }),
    );
    for (const stream of [process.stdout, process.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.lastLines.push(line);
        if (this.lastLines.length > KEPT_LINES) this.lastLines.shift();
        onLog?.(line);
      });
    }
  }

  /** Starts the program; rejects when it cannot be started at all. */
  static start(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Child> {
    const settings: SpawnOptions = {
      detached: true,
      stdio: [options.holdStdin === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    };
    return new Promise((resolve, reject) => {
      const spawned = spawn(command, args, settings);
      spawned.stdin?.on('error', () => undefined);
      const child = new Child(spawned, options.onLog);
      spawned.once('error', reject);
      spawned.once('spawn', () => resolve(child));
    });
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  get hasExited(): boolean {
    return this.ended;
  }

  /** Sends the signal, then SIGKILL if the program still runs after `patience` milliseconds. Resolves once the program has exited. */
  async stop(signal: NodeJS.Signals, patience = 30_000): Promise<void> {
    if (this.ended) return;
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), patience);
    await this.exited;
    clearTimeout(timer);
  }

  /** Kills the program immediately. */
  async kill(): Promise<void> {
    if (this.ended) return;
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** Kills the program with everything that it started, without waiting for its end. */
  killGroup(): void {
    try {
      if (!this.ended) process.kill(-this.pid, 'SIGKILL');
    } catch {
      // No process of the group runs any more.
    }
  }
}

/** Runs a program to its end and returns its code and its output. The signal kills the program and everything that it started. */
export async function run(
  command: string,
  args: readonly string[],
  { signal, ...options }: ChildOptions & { readonly signal?: AbortSignal } = {},
): Promise<{ code: number | null; output: string }> {
  signal?.throwIfAborted();
  const lines: string[] = [];
  const child = await Child.start(command, args, { ...options, onLog: (line) => lines.push(line) });
  const kill = (): void => child.killGroup();
  signal?.addEventListener('abort', kill);
  if (signal?.aborted === true) kill();
  const code = await child.exited;
  signal?.removeEventListener('abort', kill);
  signal?.throwIfAborted();
  return { code, output: lines.join('\n') };
}
