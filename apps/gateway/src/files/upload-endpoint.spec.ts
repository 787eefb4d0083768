import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Invalid, NotPossible } from '@pks/platform/process';
import { eventually } from '@pks/testing';
import { NoForm, UnsupportedCoding } from '../http/refusals.ts';
import { documentRoutes } from '../routes/documents.routes.ts';
import { UploadEndpoint } from './upload-endpoint.ts';

const FORM = 'multipart/form-data; boundary=x';
const LENGTH = 1_000_000;

it.each([
  ['is no form', '/', { 'content-type': 'text/plain' }, NoForm],
  ['is compressed', '/', { 'content-type': FORM, 'content-encoding': 'gzip' }, UnsupportedCoding],
  ['has no boundary', '/', { 'content-type': 'multipart/form-data' }, NotPossible],
  ['has an unknown parameter beside it', '/?colour=red', { 'content-type': FORM }, Invalid],
  ['has a malformed key', '/', { 'content-type': FORM, 'idempotency-key': ' ' }, Invalid],
])(
  'a body that %s is refused, and dropped when its user has a turn',
  async (_what, url, headers, refusal) => {
    const turns: string[] = [];
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    const discards = { turn: (userId: string) => (turns.push(userId), turn) };
    const route = documentRoutes.find(({ upload }) => upload)!;
    const endpoint = new UploadEndpoint(route, { discards } as never);
    const raw = new IncomingMessage(new Socket());
    raw.push(Buffer.alloc(LENGTH));
    const sent = { 'content-length': String(2 * LENGTH), ...headers };
    const request = { raw, url, headers: sent, params: {}, callerId: 'ana' };
    await expect(endpoint.handle(request as never, {} as never)).rejects.toThrow(refusal);
    await eventually('it waits for its turn', () => turns.length > 0);
    raw.push(Buffer.alloc(LENGTH));
    raw.push(null);
    await setImmediate();
    expect([turns, raw.readableLength]).toEqual([['ana'], LENGTH]);
    begin();
    await eventually('it is dropped', () => raw.readableEnded);
    expect(turns).toEqual(['ana']);
  },
);
