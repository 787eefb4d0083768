import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.ts';
import { freePort, isPortFree } from './ports.ts';

const READY_WITHIN_MS = 60_000;
const TELL_EVERY_MS = 5_000;
/** The reasons that a service gives before its first attempt to connect has ended. */
const STARTING = /not connected yet\.$|is away\.$/;
const SHOWN_LINES = 8;
/**
 * A small young generation, collected by one thread, which for so little memory takes less CPU than several; an old generation that is
 * collected early; and only the optimizing compiler instead of three, whose memory the allocator would keep. A service stays under 150 MB,
 * and frees the memory that it does not need once it is quiet, by calling the exposed collector.
 */
const LEAN = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--max-old-space-size=512',
  '--no-maglev',
  '--no-sparkplug',
  '--expose-gc',
];
/** One memory pool for all threads, so that each can use memory that another has freed. */
const ONE_POOL = { MALLOC_ARENA_MAX: '1' };

/** A service that runs as a process of its own. */
export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  readonly healthPort: number;
  readonly healthUrl: string;
  /** Its exit code once it has exited; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM: the service has up to 25 s to finish its work. It is killed after 30 s. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** How a service is started. */
export interface ServiceOptions {
  readonly name: string;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** The port at which it served health before, used again unless something else listens there; the environment may name another. */
  readonly healthPort?: number | undefined;
  readonly onLog?: (line: string) => void;
  /** Called with the reason every five seconds while the service is not ready because a server is away. */
  readonly onWaiting?: (reason: string) => void;
  readonly execArgv?: readonly string[];
  /** Cancels the start, and ends the process. */
  readonly signal?: AbortSignal;
}

/** Starts a service and resolves once it is ready. Rejects with its last output when it exits or is not ready within a minute. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const healthPort = await healthPortOf(options);
  const env = { ...ONE_POOL, ...process.env, ...options.env, HEALTH_PORT: String(healthPort) };
  const child = await Child.start(process.execPath, [...LEAN, ...(options.execArgv ?? []), options.entry], {
    env,
    onLog: options.onLog,
    holdStdin: true,
  });
  const healthUrl = `http://127.0.0.1:${healthPort}/health`;
  try {
    await untilReady(child, healthUrl, options);
  } catch (error) {
    await child.kill();
    throw error;
  }
  return {
    name: options.name,
    pid: child.pid,
    healthPort,
    healthUrl,
    exited: child.exited,
    stop: () => child.stop('SIGTERM'),
    kill: () => child.kill(),
  };
}

async function healthPortOf({ env, healthPort: last }: ServiceOptions): Promise<number> {
  const given = env['HEALTH_PORT'];
  if (given !== undefined) return Number(given);
  return last !== undefined && (await isPortFree(last)) ? last : freePort();
}

async function untilReady(child: Child, healthUrl: string, options: ServiceOptions): Promise<void> {
  const began = performance.now();
  let told = began;
  let reason: string | null = null;
  while (!child.hasExited) {
    options.signal?.throwIfAborted();
    if (await answersOk(`${healthUrl}/ready`)) return;
    if (performance.now() > told + TELL_EVERY_MS) {
      told = performance.now();
      reason = await awaitedBy(`${healthUrl}/ready`);
      if (reason !== null) options.onWaiting?.(reason);
    }
    if (performance.now() > began + READY_WITHIN_MS) {
      const why = reason === null ? `.${lastOutput(child)}` : `: ${reason}`;
      throw new Error(`The service ${options.name} was not ready within a minute${why}`);
    }
    await sleep(30);
  }
  const code = await child.exited;
  throw new Error(
    `The service ${options.name} ended with code ${code} before it was ready.${lastOutput(child)}`,
  );
}

async function answersOk(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** Why a service waits for PostgreSQL or NATS; null if it waits for neither, or does not answer. */
async function awaitedBy(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
    const { parts = {} } = (await response.json()) as { parts?: Readonly<Record<string, string | null>> };
    const { database, nats } = parts;
    const reasons = [database && `PostgreSQL: ${database}`, nats && `NATS: ${nats}`].filter(
      (one) => one && !STARTING.test(one),
    );
    return reasons.length === 0 ? null : reasons.join(' ');
  } catch {
    return null;
  }
}

function lastOutput(child: Child): string {
  const lines = child.lastLines.slice(-SHOWN_LINES);
  return lines.length === 0
    ? ' It wrote nothing.'
    : ` Its last words:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
