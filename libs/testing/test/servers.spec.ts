import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startServers, stopServers } from '../src/jest/servers.ts';

const before = { ...process.env };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'servers-'));
  delete process.env['NATS_URL'];
  process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
});
afterEach(async () => {
  process.env = before;
  await rm(folder, { recursive: true });
});

/** Whether a server accepts connections. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

it('a server that cannot be stopped leaves neither the others behind, nor files', async () => {
  await startServers({ postgres: true, nats: true }, folder);
  expect(await readdir(folder)).not.toEqual([]);
  const natsUrl = String(process.env['TEST_NATS_URL']);
  expect(await accepts(natsUrl)).toBe(true);
  await expect(stopServers()).rejects.toThrow('ECONNREFUSED');
  expect(await accepts(natsUrl)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});
