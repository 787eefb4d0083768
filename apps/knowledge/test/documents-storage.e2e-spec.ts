import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '@pks/platform';
import { eventually, faultOf, type TestDocuments } from '@pks/testing';
import { correctStorage } from '../src/documents/correcting-storage.ts';
import { RunningKnowledge } from './running-knowledge.ts';

const QUOTA = { STORAGE_QUOTA_BYTES: '1000', STORAGE_QUOTA_FILES: '12' };

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start(2, QUOTA);
});
afterAll(() => knowledge.stop());

const upTo = (count: number): number[] => Array.from({ length: count }, (_none, n) => n);
const fileOf = (bytes: number) => ({ content: 'x'.repeat(bytes) });

/** The stored amount of a project: bytes, then files. */
async function stored(documents: TestDocuments): Promise<[number, number]> {
  const { stored_bytes, stored_files } = await documents.storage();
  return [stored_bytes, stored_files];
}

async function eventuallyStored(documents: TestDocuments, expected: [number, number]): Promise<void> {
  await eventually(`${expected.join(' bytes, ')} files are stored`, async () => {
    const [bytes, files] = await stored(documents);
    return bytes === expected[0] && files === expected[1];
  });
}

describe('the storage of a project', () => {
  it('is empty at first, and has a limit', async () => {
    const documents = knowledge.someDocuments();
    expect(await documents.storage()).toEqual({
      stored_bytes: 0,
      allowed_bytes: 1000,
      stored_files: 0,
      allowed_files: 12,
    });
  });

  it('counts what is reserved, then what is stored, until its bytes are deleted', async () => {
    const documents = knowledge.someDocuments();
    const room = await documents.reserve({ most_bytes: 400 });
    expect(room.room_bytes).toBe(400);
    expect(await stored(documents)).toEqual([400, 1]);
    const { id } = await documents.uploadOne(fileOf(100));
    expect(await stored(documents)).toEqual([500, 2]);
    await documents.release(room.document_id);
    await eventuallyStored(documents, [100, 1]);
    await documents.remove(id);
    await eventuallyStored(documents, [0, 0]);
  });

  it('shrinks a room to the size of its file when the next one is reserved', async () => {
    const documents = knowledge.someDocuments();
    const first = await documents.reserve({ most_bytes: 900 });
    const written = { document_id: first.document_id, file_size: 300 };
    const second = await documents.reserve({ most_bytes: 700, written });
    expect(second.room_bytes).toBe(700);
    expect(await stored(documents)).toEqual([1000, 2]);
    await documents.release(first.document_id, second.document_id);
    await eventuallyStored(documents, [0, 0]);
  });

  it('is not changed by a room of another project', async () => {
    const [documents, others] = [knowledge.someDocuments(), knowledge.someDocuments()];
    const { document_id } = await others.reserve({ most_bytes: 500 });
    await documents.reserve({ most_bytes: 100, written: { document_id, file_size: 0 } });
    expect([await stored(documents), await stored(others)]).toEqual([
      [100, 1],
      [500, 1],
    ]);
  });

  it('has room for what is left of it, and refuses an upload that certainly needs more', async () => {
    const documents = knowledge.someDocuments();
    await documents.uploadOne(fileOf(700));
    expect((await documents.reserve({ most_bytes: 400, least_bytes: 300 })).room_bytes).toBe(300);
    expect(await faultOf(documents.reserve({ most_bytes: 400, least_bytes: 1 }))).toEqual({
      kind: 'too_large',
      message: 'The project stores 1,000 B of 1,000 B. This upload needs 1 B more.',
      details: { stored_bytes: 1000, allowed_bytes: 1000, stored_files: 2, allowed_files: 12 },
    });
    expect((await documents.reserve({ most_bytes: 1 })).room_bytes).toBe(0);
  });

  it('refuses a file that is larger than its room, unless it fits nevertheless', async () => {
    const documents = knowledge.someDocuments();
    const [fits, exceeds] = [await documents.written(fileOf(10)), await documents.written(fileOf(10))];
    await documents.store([{ ...fits, file_size: 900 }]);
    expect(await stored(documents)).toEqual([910, 2]);
    const fault = await faultOf(documents.store([{ ...exceeds, file_size: 101 }]));
    expect(fault).toMatchObject({ kind: 'too_large', message: expect.stringContaining('needs 91 B more') });
    expect((await documents.list()).count).toBe(1);
    expect(await stored(documents)).toEqual([910, 2]);
    await documents.store([{ ...exceeds, file_size: 100 }]);
    expect(await stored(documents)).toEqual([1000, 2]);
  });

  it('has a limited number of files', async () => {
    const documents = knowledge.someDocuments();
    await documents.label(...upTo(12).map(() => []));
    expect(await faultOf(documents.reserve({ most_bytes: 0 }))).toMatchObject({
      kind: 'too_large',
      message: 'The project stores 12 of 12 files.',
    });
    const [one] = (await documents.list()).results;
    await documents.remove(one?.id ?? '');
    await eventuallyStored(documents, [0, 11]);
    await documents.label([]);
  });
});

describe('on two replicas, concurrently', () => {
  it('as many uploads are stored as fit, and no byte more', async () => {
    const documents = knowledge.someDocuments();
    const outcomes = await Promise.allSettled(
      upTo(10).map(async () => {
        const { document_id, room_bytes } = await documents.reserve({ most_bytes: 250, least_bytes: 250 });
        return { document_id, room_bytes };
      }),
    );
    const rooms = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(rooms.map(({ room_bytes }) => room_bytes)).toEqual([250, 250, 250, 250]);
    expect(await stored(documents)).toEqual([1000, 4]);
  });

  it('uploads, deletions and given up rooms leave the exact size', async () => {
    const documents = knowledge.someDocuments();
    const first = await documents.upload(...upTo(3).map(() => fileOf(10)));
    const rooms = await Promise.all(upTo(3).map(() => documents.reserve({ most_bytes: 20 })));
    await Promise.all([
      ...first.map(({ id }) => documents.remove(id)),
      ...upTo(4).map((n) => documents.uploadOne(fileOf(n + 1))),
      ...rooms.map(({ document_id }) => documents.release(document_id)),
    ]);
    await eventuallyStored(documents, [1 + 2 + 3 + 4, 4]);
  });
});

describe('a wrong size', () => {
  it('is counted anew', async () => {
    const documents = knowledge.someDocuments();
    await documents.uploadOne(fileOf(70));
    await documents.reserve({ most_bytes: 30 });
    const set = `UPDATE knowledge.document_storage SET bytes = -5, files = 9 WHERE project_id = $1`;
    await knowledge.session.rows(set, [documents.id]);
    expect(await stored(documents)).toEqual([0, 9]);
    await knowledge.parts(Jobs)[0]?.trigger(correctStorage);
    await eventuallyStored(documents, [100, 2]);
  });
});

describe('when the service is killed', () => {
  it.each([
    ['before a room is committed', 'pks.transaction.committing', 2],
    ['after a room is committed', 'pks.transaction.committed', 2],
    ['before a document is committed', 'pks.transaction.committing', 3],
    ['once the file of a document is deleted', 'pks.blob.erased', 1],
  ] as const)('%s, what it reserved is given back', async (_when, moment, nth) => {
    const world = await RunningKnowledge.start(0, QUOTA);
    try {
      const documents = world.someDocuments();
      await world.settle();
      const mortal = await world.startMortal(moment, nth);
      void livingAndDying(documents).catch(() => undefined);
      expect(await mortal.ended).toBe('SIGKILL');
      await world.addReplica();
      await documents.bulkRemove((await documents.list()).results.map(({ id }) => id));
      await world.doJobsNow();
      await eventuallyStored(documents, [0, 0]);
      expect(await documents.keys()).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});

/** Stores a file, and deletes it again. */
async function livingAndDying(documents: TestDocuments): Promise<void> {
  const { id } = await documents.uploadOne(fileOf(500));
  await documents.remove(id);
}
