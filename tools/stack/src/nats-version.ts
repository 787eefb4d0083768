import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A program that is no NATS server might not end by itself. Milliseconds. */
const ENDS_WITHIN_MS = 30_000;

/** The version that a NATS server reports, such as 2.12.15; null for a program that is no NATS server, or does not run on this machine. */
export async function natsVersion(program: string): Promise<string | null> {
  const options = { timeout: ENDS_WITHIN_MS };
  const { stdout } = await promisify(execFile)(program, ['--version'], options).catch(() => ({ stdout: '' }));
  return /^nats-server: v(\d+\.\d+\.\S+)/m.exec(stdout)?.[1] ?? null;
}

/** A warning about the version of a NATS server that stores data, in one sentence; null if there is nothing to warn of. */
export async function remarkOnNats(program: string): Promise<string | null> {
  const version = await natsVersion(program);
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [];
  if (version === null || major > 2 || minor >= 10) return null;
  return `NATS ${version} (${program}) is for trying out only, because it stops answering once the disk is full: put version 2.12 or newer in PATH, or name it in NATS_SERVER_BIN.`;
}
