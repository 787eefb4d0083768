import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

const running = new Set<number>();

/** Runs a program of node_modules/.bin in the checkout and gives its exit code. */
export function runTool(
  name: string,
  args: readonly string[],
  options: { quietUnlessFailing?: boolean } = {},
): Promise<number> {
  const quiet = options.quietUnlessFailing === true;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(CHECKOUT, 'node_modules/.bin', name), ...args], {
      cwd: CHECKOUT,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const said: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (pid !== undefined) running.delete(pid);
      if (code !== 0) process.stderr.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}

/** Stops the programs that still run, for when the user gives up. */
export function stopTools(): void {
  for (const pid of running) process.kill(pid, 'SIGTERM');
}
