import { setTimeout as sleep } from 'node:timers/promises';
import { Child, closeWhenStopped, watchOver } from '@pks/stack';
import { Unavailable } from './peer.ts';

const READY_WITHIN_MS = 120_000;
const SHOWN_LINES = 4;

/** How a program of a peer is run. */
export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, and returns its output. It ends with the bench. @throws Unavailable with its last lines */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<string> {
  const lines: string[] = [];
  const child = await startChild(command, args, { ...options, onLog: (line) => lines.push(line) });
  const code = await child.exited;
  if (code === 0) return lines.join('\n');
  throw new Unavailable(`${command} ended with code ${code}: ${lastOf(lines)}`);
}

/** A server that responds. */
export interface Server {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server, and resolves once an address answers without an error. It ends with the bench, even when that is killed. */
export async function startServer(
  command: string,
  args: readonly string[],
  { address, ...options }: ProgramOptions & { readonly address: string },
): Promise<Server> {
  const child = await startChild(command, args, { ...options, onLog: () => undefined });
  const unwatch = watchOver(child.pid, 'TERM');
  const stop = async (): Promise<void> => {
    await child.stop('SIGTERM', 10_000);
    unwatch();
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!child.hasExited && Date.now() < deadline) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { pid: child.pid, stop };
    await sleep(200);
  }
  await stop();
  throw new Unavailable(`it does not respond: ${lastOf(child.lastLines)}`);
}

async function startChild(
  command: string,
  args: readonly string[],
  { env, ...options }: ProgramOptions & { readonly onLog: (line: string) => void },
): Promise<Child> {
  const starting = Child.start(command, args, { ...options, env: { ...process.env, ...env } });
  const child = await starting.catch((error: Error) => {
    throw new Unavailable(`${command} cannot be started: ${error.message}`);
  });
  closeWhenStopped(() => child.kill());
  return child;
}

function lastOf(lines: readonly string[]): string {
  const shown = lines.filter((line) => line.trim() !== '').slice(-SHOWN_LINES);
  return shown.length === 0 ? 'it wrote nothing' : shown.map((line) => line.trim()).join(' / ');
}
