import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { connect } from '@nats-io/transport-node';
import { type NatsOptions, type NatsServer, startNats } from './nats.ts';
import { identify } from './process-identity.ts';

/** Starts a server that is stopped at the end of the test, whatever its result. */
async function start(context: TestContext, options: NatsOptions = {}): Promise<NatsServer> {
  const server = await startNats(options);
  context.after(() => server.stop());
  return server;
}

test('starts again on the port that it had, and leaves no process', async (context) => {
  const first = await start(context);
  await first.kill();
  const second = await start(context, { port: first.port });
  assert.equal(second.url, first.url);
  await second.stop();
  assert.equal(identify(second.pid), null);
});

test('takes messages up to 8 MB', async (context) => {
  const server = await start(context);
  const client = await connect({ servers: server.url });
  context.after(() => client.close());
  assert.equal(client.info?.max_payload, 8 * 1024 * 1024);
});

test('says in one sentence that the port is taken', async (context) => {
  const server = await start(context);
  await assert.rejects(startNats({ port: server.port }), /^Error: The NATS server did not start: .*in use/);
});

test('says in one sentence what is wrong with its configuration', async () => {
  await assert.rejects(
    startNats({ settings: 'surprise: "attached"\n' }),
    /^Error: The NATS server did not start: .*unknown field "surprise"\.$/,
  );
});
