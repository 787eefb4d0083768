import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

const running = new Set<ChildProcess>();

/** Runs Nx in the checkout and returns its exit code. `quiet` shows its output only when it fails. */
export function runNx(args: readonly string[], { quiet = false } = {}): Promise<number> {
  const output = quiet ? 'pipe' : 'inherit';
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(CHECKOUT, 'node_modules/.bin/nx'), ...args], {
      cwd: CHECKOUT,
      stdio: ['ignore', output, output],
      // Plugins in separate processes would double the time of a build of only cache hits.
      env: { ...process.env, NX_ISOLATE_PLUGINS: 'false' },
    });
    running.add(child);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code) => {
      running.delete(child);
      if (code !== 0) process.stderr.write(Buffer.concat(chunks));
      resolve(code ?? 1);
    });
  });
}

/** Stops every run of Nx that has not ended. */
export function stopNx(): void {
  for (const child of running) child.kill('SIGTERM');
}
