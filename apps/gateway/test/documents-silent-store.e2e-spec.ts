import { type Server, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentStorage } from '@pks/contracts';
import { type FurtherGateway, eventually, startFurtherGateway } from '@pks/testing/black-box';
import { formOf } from './support/forms.ts';
import { World } from './support/world.ts';

const DEADLINE_MS = 2_000;
/** By itself, the store's client would try three times, for half a minute each. */
const ONE_ATTEMPT_MS = 30_000;

let store: Server;
let gateway: FurtherGateway;

/** An S3-compatible store that accepts connections, but never answers. */
beforeAll(async () => {
  store = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const address = store.address();
  const port = typeof address === 'object' ? address?.port : address;
  const product = {
    natsUrl: process.env['E2E_NATS_URL'] ?? '',
    callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
  };
  gateway = await startFurtherGateway(product, {
    BLOB_STORE: `s3://documents/all?region=eu-central-1&endpoint=http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    REQUEST_DEADLINE_MS: String(DEADLINE_MS),
  });
});
afterAll(async () => {
  await gateway.stop();
  store.close();
});

describe('with a store that says nothing', () => {
  it('a download is answered at the deadline of the request', async () => {
    const world = new World();
    const { id: projectId } = await world.project();
    const { id } = await world.document(projectId);
    const path = `/projects/${projectId}/documents/${id}/content/`;
    const began = Date.now();
    const { status, body } = await new World(gateway.baseUrl).founder.get(path);
    expect([status, body]).toEqual([504, { error: 'The request took too long.' }]);
    expect(Date.now() - began).toBeLessThan(ONE_ATTEMPT_MS);
  });

  it.each([
    ['small', 10],
    ['large', 7 * 1024 * 1024],
  ])('the upload of a %s file is answered by then, too, and nothing of it is left', async (_, size) => {
    const { id: projectId } = await new World().project();
    const began = Date.now();
    const path = `/projects/${projectId}/documents/bulk-upload/`;
    const form = formOf([{ name: 'plan.bin', content: Buffer.alloc(size) }]);
    const { status, body } = await new World(gateway.baseUrl).founder.post(path, form);
    expect([status, body]).toEqual([504, { error: 'The request took too long.' }]);
    expect(Date.now() - began).toBeLessThan(ONE_ATTEMPT_MS);
    await eventually('its room is free again', async () => {
      const storage = `/projects/${projectId}/documents/storage/`;
      const { stored_bytes, stored_files } = (await new World().founder.get<DocumentStorage>(storage)).body;
      return stored_bytes === 0 && stored_files === 0;
    });
  });
});
