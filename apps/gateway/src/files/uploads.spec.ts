import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { documents } from '@pks/contracts';
import {
  Forbidden,
  NotFound,
  NotPossible,
  Overloaded,
  Throttled,
  Unavailable,
  logTo,
} from '@pks/platform/process';
import type { FormParts } from './multipart.ts';
import { UploadPlaces } from './transfer-places.ts';
import { Uploads } from './uploads.ts';

const WARNING = 40;

async function* formOf(): AsyncGenerator<object> {
  yield {
    name: 'files',
    fileName: 'a.txt',
    contentType: 'text/plain',
    content: Readable.from([Buffer.from('a')]),
  };
}

/** An upload of one file to a store, its calls and its log lines. The service's reply to the last call may be an error. */
function uploadOf(blobs: { readonly put: () => Promise<object> }, refusal?: Error) {
  const lines: { level: number; msg: string }[] = [];
  const log = logTo({ write: (line: string) => void lines.push(JSON.parse(line) as never) }, 'test', 'trace');
  const called: unknown[] = [];
  const calls = {
    call: (rpc: unknown) => {
      called.push(rpc);
      return Promise.resolve({ document_id: 'a', blob_key: 'a', room_bytes: 10 });
    },
    forward: () => Promise.reject(refusal ?? new Unavailable()),
  };
  const uploads = new Uploads(new UploadPlaces(), calls as never, blobs as never, log);
  const receive = (readmit: () => Promise<object>): Promise<unknown> => {
    const context = { requestId: 'r', uploader: { userId: 'u', projectId: 'p' }, readmit, keyed: () => ({}) };
    const form = Object.assign(formOf(), { countOf: () => 1 }) as unknown as FormParts;
    return uploads.receive(context as never, form);
  };
  return { lines, called, receive };
}

/** The level of the log line for files left until their reservation expires: the caller is authorized once, and refused afterwards. */
async function levelOf(refusal: Error): Promise<number> {
  const { lines, receive } = uploadOf({ put: () => Promise.resolve({ size: 1, digest: 'a' }) });
  let times = 0;
  const readmit = () => (times++ === 0 ? Promise.resolve({ project: { id: 'p' } }) : Promise.reject(refusal));
  await expect(receive(readmit)).rejects.toThrow();
  expect(lines).toMatchObject([{ msg: 'reserved documents were not released' }]);
  return lines[0]?.level ?? 0;
}

it('documents whose project is deleted during the upload, or whose uploader is refused, are no warning', async () => {
  expect(await levelOf(new NotFound())).toBeLessThan(WARNING);
  expect(await levelOf(new Forbidden())).toBeLessThan(WARNING);
  expect(await levelOf(new Unavailable())).toBe(WARNING);
});

it('a file that cannot be written is logged with the id of its request', async () => {
  const { lines, receive } = uploadOf({ put: () => Promise.reject(new Error('ENOSPC')) });
  await expect(receive(() => Promise.resolve({ project: { id: 'p' } }))).rejects.toThrow(Unavailable);
  expect(lines).toMatchObject([
    { msg: 'file cannot be written', request_id: 'r', err: { message: 'ENOSPC' } },
  ]);
});

it.each([
  ['are released where the service refuses to store them', new NotPossible('No.'), true],
  ['are released where it throttles the upload', new Throttled(1), true],
  ['are kept where it may have stored them: it is overloaded', new Overloaded(), false],
  ['are kept where it may have stored them: its reply is lost', new Unavailable(), false],
])('the files of an upload %s', async (_what, refusal, isReleased) => {
  const { called, receive } = uploadOf({ put: () => Promise.resolve({ size: 1, digest: 'a' }) }, refusal);
  await expect(receive(() => Promise.resolve({ project: { id: 'p' } }))).rejects.toBe(refusal);
  expect(called.includes(documents.calls.release)).toBe(isReleased);
});
