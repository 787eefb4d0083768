import { type ChildProcess, fork } from 'node:child_process';

interface Question {
  readonly name: string;
  readonly input: unknown;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: string;
}

/** The functions that a process offers to the one that started it. */
export type Skills = Readonly<Record<string, (input: never) => unknown>>;

/** Another process of this run, asked one question at a time. It ends with this one. */
export class Side<Known extends Skills> {
  private readonly child: ChildProcess;

  constructor(program: URL) {
    this.child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Calls a function of the process. @throws Error with the failure there, or if the process ended. */
  ask<Name extends keyof Known & string>(
    name: Name,
    input: Parameters<Known[Name]>[0],
  ): Promise<Awaited<ReturnType<Known[Name]>>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Known[Name]>>>();
    const ended = (): void => reject(new Error(`The process ended before it did "${name}".`));
    this.child.once('exit', ended);
    this.child.once('message', ({ result, error }: Reply) => {
      this.child.off('exit', ended);
      if (error === undefined) resolve(result as Awaited<ReturnType<Known[Name]>>);
      else reject(new Error(error));
    });
    this.child.send({ name, input } satisfies Question);
    return promise;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** Serves these functions to the process that started this one, and ends with it. */
export function serve(skills: Skills): void {
  process.once('disconnect', () => process.exit());
  // A terminal's Ctrl-C is for the process that started this one, which stops it.
  process.on('SIGINT', () => undefined);
  process.on('message', ({ name, input }: Question) => {
    void reply(skills, name, input).then((answer) => process.send?.(answer));
  });
}

async function reply(skills: Skills, name: string, input: unknown): Promise<Reply> {
  try {
    return { result: await skills[name]?.(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
