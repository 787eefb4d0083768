import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity, type Stack } from '@pks/stack';
import { DATA } from './checkout.ts';
import { sentenceOf } from './terminal.ts';

const FILE = join(DATA, 'stack.json');

/** The content of `stack.json`: the stack that runs in this checkout. Addresses are missing while it starts. */
export interface StackState {
  readonly launcher: ProcessIdentity;
  readonly baseUrl?: string;
  readonly databaseUrl?: string;
  /** The address of the database of each service. */
  readonly databaseUrls?: Readonly<Record<string, string>>;
  /** The address of NATS with the user of each service. */
  readonly natsUrls?: Readonly<Record<string, string>>;
  /** Null where a mail server is given. */
  readonly mailUrl?: string | null;
  readonly processes?: Readonly<Record<string, number>>;
  /** The address, without `/health`, at which the gateway and each service serve health and metrics. */
  readonly health?: Readonly<Record<string, string>>;
}

/** The stack that runs in this checkout now, or null. */
export function runningState(): StackState | null {
  const state = readState();
  return state !== null && isRunning(state.launcher) ? state : null;
}

/** Claims the checkout for this process. @throws Error if another launcher has it, or its folder cannot be written. */
export function claimCheckout(): void {
  const other = runningState();
  if (other !== null) {
    const place = other.baseUrl === undefined ? 'it is still starting' : `it answers at ${other.baseUrl}`;
    throw new Error(
      `It already runs in this checkout (process ${other.launcher.pid}; ${place}): stop that one first.`,
    );
  }
  try {
    mkdirSync(DATA, { recursive: true });
    rmSync(FILE, { force: true });
    writeFileSync(FILE, JSON.stringify({ launcher: self() }), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const raced = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const reason = raced
      ? 'It is being started in this checkout at this moment.'
      : `The folder ${DATA} cannot be written: ${sentenceOf(cause)}.`;
    throw new Error(reason, { cause });
  }
}

/** Records the addresses and processes for other commands, in a file that only its owner can read. */
export function describe(stack: Stack): void {
  const services = Object.entries(stack.services);
  const state: StackState = {
    launcher: self(),
    baseUrl: stack.baseUrl,
    databaseUrl: stack.databaseUrl,
    databaseUrls: stack.databaseUrls,
    natsUrls: stack.natsUrls,
    mailUrl: stack.mailUrl,
    processes: { ...stack.servers, ...Object.fromEntries(services.map(([name, { pid }]) => [name, pid])) },
    health: Object.fromEntries(services.map(([name, { healthUrl }]) => [name, new URL(healthUrl).origin])),
  };
  writeFileSync(`${FILE}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${FILE}.new`, FILE);
}

/** Releases the checkout. */
export function releaseCheckout(): void {
  rmSync(FILE, { force: true });
}

function self(): ProcessIdentity {
  return identify(process.pid) ?? { pid: process.pid, startedAt: '' };
}

function readState(): StackState | null {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as StackState;
  } catch {
    return null;
  }
}
