import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a program of the built service, and resolves with its output once it succeeds. */
export async function runBuilt(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const path = fileURLToPath(new URL(`../dist/${program}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}
