import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onACopy } from './on-a-copy.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'pks-copies-'));
});
afterEach(() => rm(place, { recursive: true }));

const bytes = () => Promise.resolve(Readable.from(['some ', 'bytes']));

async function aFolder(name: string, hoursOld: number): Promise<void> {
  const folder = join(place, name);
  await mkdir(folder);
  await writeFile(join(folder, 'file'), 'x');
  const then = new Date(Date.now() - hoursOld * 3_600_000);
  await utimes(folder, then, then);
}

describe('a copy', () => {
  it('exists with all bytes while it is read, and is deleted afterwards', async () => {
    expect(await onACopy(bytes, (path) => readFile(path, 'utf8'), place)).toBe('some bytes');
    expect(await readdir(place)).toEqual([]);
  });

  it('is also deleted when its reading or its bytes fail', async () => {
    const failing = onACopy(bytes, () => Promise.reject(new Error('unread')), place);
    await expect(failing).rejects.toThrow('unread');
    const broken = new Readable({ read: () => broken.destroy(new Error('away')) });
    await expect(
      onACopy(
        () => Promise.resolve(broken),
        () => Promise.resolve(),
        place,
      ),
    ).rejects.toThrow('away');
    expect(await readdir(place)).toEqual([]);
  });

  it('that cannot be written opens no bytes, which would stay open', async () => {
    let opened = 0;
    const open = () => {
      opened += 1;
      return bytes();
    };
    await expect(onACopy(open, () => Promise.resolve(), join(place, 'missing'))).rejects.toThrow('ENOENT');
    expect(opened).toBe(0);
  });

  it('left by a killed process is deleted by the next reading, one that may be in use is not', async () => {
    await aFolder('pks-reading-old', 2);
    await aFolder('pks-reading-new', 0.5);
    await aFolder('another-old', 2);
    await onACopy(bytes, () => Promise.resolve(), place);
    expect((await readdir(place)).sort()).toEqual(['another-old', 'pks-reading-new']);
  });
});
