import { setTimeout as sleep } from 'node:timers/promises';
import { Child, closeWhenStopped, watchOver } from '@pks/stack';

const READY_WITHIN_MS = 120_000;
const SHOWN_LINES = 4;

/** The options of running a peer's program. */
export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, and returns its output. Rejects with its last lines if it fails. It is killed with the bench. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<string> {
  const lines: string[] = [];
  const child = await startChild(command, args, { ...options, onLog: (line) => lines.push(line) });
  const code = await child.exited;
  if (code === 0) return lines.join('\n');
  throw new Error(`${command} ended with code ${code}: ${lastOf(lines)}`);
}

/** A server that responds. */
export interface Server {
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server, and resolves once an address answers without an error. It ends with the bench, even if the bench is killed.
 */
export async function startServer(
  command: string,
  args: readonly string[],
  { address, ...options }: ProgramOptions & { readonly address: string },
): Promise<Server> {
  const child = await startChild(command, args, { ...options, onLog: () => undefined });
  void child.exited.then(watchOver(child.pid, 'TERM'));
  const stop = (): Promise<void> => child.stop('SIGTERM', 10_000);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!child.hasExited && Date.now() < deadline) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { pid: child.pid, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`it does not respond: ${lastOf(child.lastLines)}`);
}

async function startChild(
  command: string,
  args: readonly string[],
  { env, ...options }: ProgramOptions & { readonly onLog: (line: string) => void },
): Promise<Child> {
  const starting = Child.start(command, args, { ...options, env: { ...process.env, ...env } });
  const child = await starting.catch((error: Error) => {
    throw new Error(`${command} cannot be started: ${error.message}`);
  });
  closeWhenStopped(() => killWithItsOwn(child));
  return child;
}

/** Kills a program with the processes it started: its process group. */
async function killWithItsOwn(child: Child): Promise<void> {
  if (child.hasExited) return;
  process.kill(-child.pid, 'SIGKILL');
  await child.exited;
}

function lastOf(lines: readonly string[]): string {
  const shown = lines.filter((line) => line.trim() !== '').slice(-SHOWN_LINES);
  return shown.length === 0 ? 'it wrote nothing' : shown.map((line) => line.trim()).join(' / ');
}
