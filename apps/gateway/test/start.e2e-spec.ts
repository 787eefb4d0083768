import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let other: Server;
let taken: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-start-'));
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  taken = String(typeof address === 'object' ? address?.port : address);
});
afterAll(async () => {
  await new Promise((resolve) => other.close(resolve));
  await rm(folder, { recursive: true });
});

function start(env: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [MAIN], {
    env: { CALLER_SECRET: 's'.repeat(32), PORT: '0', BLOB_STORE: folder, ...env },
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
}

describe('the start of the gateway', () => {
  it.each([
    ['PORT', () => ({ PORT: taken })],
    ['HOST', () => ({ HOST: '203.0.113.9' })],
    ['HEALTH_PORT', () => ({ HEALTH_PORT: taken })],
    ['HEALTH_HOST', () => ({ HEALTH_HOST: '203.0.113.9', HEALTH_PORT: '0' })],
    ['BLOB_STORE', () => ({ BLOB_STORE: '/proc/x' })],
    ['NATS_CA', () => ({ NATS_CA: '/nowhere/authority.pem' })],
    ['OAUTH_ISSUERS', () => ({ OAUTH_ISSUERS: 'https://login.example.test' })],
  ])('stops because of a %s that cannot be used, in one sentence that names it', (variable, wrong) => {
    const { status, stdout, stderr } = start(wrong());
    expect(stderr).toMatch(
      new RegExp(`^The gateway cannot start: (The environment is not usable\\. )?${variable}: [^\\n]*\\n$`),
    );
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});
