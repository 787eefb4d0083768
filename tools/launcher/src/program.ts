import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { locateNatsServer } from '@pks/stack';
import { build } from './build.ts';
import { CHECKOUT } from './checkout.ts';
import { giveUp, tell } from './terminal.ts';

/** Builds the product and runs a program of the checkout that starts one of its own; ends as it does. */
export async function runProgram(path: string): Promise<void> {
  try {
    await locateNatsServer(tell);
    await build();
    const child = spawn(process.execPath, [join(CHECKOUT, path), ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    child.once('exit', (code) => process.exit(code ?? 1));
  } catch (error) {
    giveUp(error);
  }
}
