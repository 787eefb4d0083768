import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Client, type ClientOptions, USUAL } from './client.ts';
import { Load } from './load.ts';
import { Patience } from './patience.ts';
import { untilRecovered } from './recovery.ts';
import type { World } from './world.ts';

/** A client of a product that always answers 503. */
async function aClient(t: TestContext, options: Partial<ClientOptions>): Promise<Client> {
  const server: Server = createServer((_request, response) => response.writeHead(503).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return new Client(() => `http://127.0.0.1:${port}`, 'token', { ...USUAL, retryMs: 1, ...options });
}

/** Such a product, under a load whose clients have this patience. */
async function underLoad(t: TestContext, patience: Patience): Promise<{ world: World; load: Load }> {
  const person = { id: 'id', client: await aClient(t, { signal: patience.signal }) };
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

test(
  'a request that is never answered ends the check of what was acknowledged, too',
  { timeout: 20_000 },
  async (t) => {
    const client = await aClient(t, { longestMs: 20 });
    await assert.rejects(client.get('/feed/'), {
      message: 'GET /feed/ had no definite response for 0.02 s.',
    });
  },
);
