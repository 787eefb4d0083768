import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { locateNatsServer } from '@pks/stack';
import { build, isBuilt } from './build.ts';
import { CHECKOUT } from './checkout.ts';
import { asksForHelp, report } from './terminal.ts';

/** Builds the product and runs a program of this checkout that starts a stack of its own. Exits with its code. */
export async function runOnProduct(path: string, args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) return runProgram(path, args);
  await locateNatsServer(report);
  await runBuilt(path, args);
}

/** Builds the product and runs a program of this checkout. Exits with its code. */
export async function runBuilt(path: string, args: readonly string[]): Promise<void> {
  if (!asksForHelp(args) || !isBuilt()) await build();
  await runProgram(path, args);
}

/** Runs a program of this checkout in this terminal, forwards signals to it, and exits with its code. */
export async function runProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, [join(CHECKOUT, path), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, forward);
  try {
    process.exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
