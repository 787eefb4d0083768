import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Upload } from './upload.ts';

it('with more files than allowed reserves nothing, once they have arrived', async () => {
  const never = (): never => {
    throw new Error('It was called.');
  };
  const upload = new Upload({
    requestId: 'r',
    blobs: { put: never } as never,
    log: {} as never,
    length: 10_000,
    reserve: never,
    noRoom: never,
  });
  const file = { name: 'files', fileName: 'a.txt', contentType: 'text/plain', content: Readable.from(['a']) };
  await expect(upload.add(file, 101)).rejects.toMatchObject({
    data: { fields: { files: ['Ensure this field has no more than 100 items.'] } },
  });
  await expect(upload.add(file, 100)).rejects.toThrow('It was called.');
});
