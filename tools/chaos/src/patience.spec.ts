import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client } from './client.ts';
import { Load } from './load.ts';
import { Patience } from './patience.ts';
import { untilRecovered } from './recovery.ts';
import type { World } from './world.ts';

/** A product that always answers 503, under a load whose clients have this patience. */
async function underLoad(t: TestContext, patience: Patience): Promise<{ world: World; load: Load }> {
  const server: Server = createServer((_request, response) => response.writeHead(503).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const options = { retryMs: 1, onAttempt: () => undefined, signal: patience.signal };
  const person = { id: 'id', client: new Client(() => `http://127.0.0.1:${port}`, 'token', options) };
  const artifact = { id: 'id', slug: 'one' };
  const world: World = {
    organizationId: 'id',
    projectId: 'id',
    admin: person,
    watcher: person,
    reader: person,
    databaseUrl: () => '',
    blobFolder: '',
    searchFolder: '',
    artifacts: [artifact],
  };
  return { world, load: new Load(world, { pauseMs: 1 }) };
}

test('a product that does not work again is found, and its load ends', { timeout: 20_000 }, async (t) => {
  const patience = new Patience(20);
  const { world, load } = await underLoad(t, patience);
  const gaveUp = await patience.during('Recovery', untilRecovered(world, load));
  assert.equal(gaveUp, 'Recovery took longer than 0.02 s.');
  await assert.rejects(load.end(), { message: gaveUp });
});

test('what clients still retry when a run is over is given up', { timeout: 20_000 }, async (t) => {
  const patience = new Patience();
  const { world, load } = await underLoad(t, patience);
  const recovered = untilRecovered(world, load);
  patience.end();
  await assert.rejects(recovered, { message: 'The run is over.' });
  await assert.rejects(load.end(), { message: 'The run is over.' });
});
