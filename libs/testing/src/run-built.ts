import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceName } from '@pks/contracts';
import type { Environment } from './running-service.ts';

/** Runs a program of a built service, and resolves with its output once it succeeds. */
export async function runBuilt(service: ServiceName, program: string, env: Environment): Promise<string> {
  const path = fileURLToPath(new URL(`../../../apps/${service}/dist/${program}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}
