import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { test } from 'node:test';
import { freePort } from '@pks/stack';
import { portsFor } from './ports.ts';

test('a given port is used, an empty one counts as not given', async () => {
  const port = await freePort();
  assert.deepEqual(await portsFor({ PORT: String(port), MAIL_PORT: '' }), { port, remark: null });
  assert.ok((await portsFor({ PORT: '' })).port >= 3_000);
});

test('the gateway leaves the usual port to mails that were given it', async () => {
  const { port: usual, remark: usually } = await portsFor({});
  const { port, remark } = await portsFor({ MAIL_PORT: String(usual) });
  assert.ok(port > usual);
  assert.equal(
    remark,
    (usually ?? 'Port 3000 is MAIL_PORT').replace(/(: using \d+\.)?$/, `: using ${port}.`),
  );
});

test('a port cannot be given twice', async () => {
  const port = String(await freePort());
  await assert.rejects(
    portsFor({ PORT: port, MAIL_PORT: port }),
    new Error(`PORT and MAIL_PORT are both ${port}: give one of them another.`),
  );
});

test('what is no port, or is taken, is refused with the variable', async (t) => {
  for (const given of ['0', '65536', '3000a', ' '])
    await assert.rejects(portsFor({ MAIL_PORT: given }), /^Error: MAIL_PORT is ".*", which is no port: /);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const address = other.address();
  assert.ok(address !== null && typeof address === 'object');
  const message = `Port ${address.port} is taken by another program: stop that one, or give another with PORT=… npm start.`;
  await assert.rejects(portsFor({ PORT: String(address.port) }), new Error(message));
});

test('a port that is for root alone is not said to be taken', async ({ mock }) => {
  const refusal = Object.assign(new Error('listen EACCES: permission denied'), { code: 'EACCES' });
  mock.method(Server.prototype, 'listen', function (this: InstanceType<typeof Server>) {
    queueMicrotask(() => this.emit('error', refusal));
    return this;
  });
  await assert.rejects(
    portsFor({ PORT: '80' }),
    new Error('Port 80 may not be used by this user: give one from 1024 on with PORT=… npm start.'),
  );
});
