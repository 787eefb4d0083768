import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { connect } from '@nats-io/transport-node';
import { startNats } from './nats.ts';
import { identify } from './process-identity.ts';

test('starts again on the port that it had, and leaves no process', async () => {
  const first = await startNats();
  await first.kill();
  const second = await startNats({ port: first.port });
  assert.equal(second.url, first.url);
  await second.stop();
  assert.equal(identify(second.pid), null);
});

test('takes messages up to 8 MB', async () => {
  const server = await startNats();
  const client = await connect({ servers: server.url });
  assert.equal(client.info?.max_payload, 8 * 1024 * 1024);
  await client.close();
  await server.stop();
});

test('says in one sentence that the port is taken', async () => {
  const server = await startNats();
  await assert.rejects(startNats({ port: server.port }), /^Error: The NATS server did not start: .*in use/);
  await server.stop();
});
