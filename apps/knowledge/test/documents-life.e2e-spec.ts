import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '@pks/platform';
import { eventually, faultOf, type TestDocuments } from '@pks/testing';
import { deleteLeftFiles } from '../src/documents/left-files.ts';
import { NOT_FOUND, RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.startWithSearch();
});
afterAll(() => knowledge.stop());

/** What is left of a project: rows of rooms and documents, with everything that depends on them, and keys of bytes. */
async function left(documents: TestDocuments): Promise<number> {
  const tables = ['document_rooms', 'documents', 'document_sections', 'metadata_bits', 'metadata_values'];
  const counted = tables.map((table) => `SELECT count(*) AS n FROM knowledge.${table} WHERE project_id = $1`);
  const [rows] = await knowledge.session.rows<{ n: number }>(
    `SELECT sum(n)::integer AS n FROM (${counted.join(' UNION ALL ')}) counted`,
    [documents.id],
  );
  return (rows?.n ?? 0) + (await documents.keys()).length;
}

const nothingIsLeft = (documents: TestDocuments): Promise<void> =>
  eventually('nothing is left', async () => (await left(documents)) === 0);

/** Puts a folder in place of a file, so that it cannot be deleted; returns what removes it again. */
async function inTheWay(documents: TestDocuments, id: string): Promise<() => Promise<void>> {
  const path = join(knowledge.blobFolder, documents.id, id);
  await rm(path, { force: true });
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'in-the-way'), '');
  return () => rm(path, { recursive: true });
}

const isTriedAgain = async (id: string): Promise<boolean> =>
  (
    await knowledge.session.rows(
      `SELECT FROM knowledge_jobs.job WHERE data->>'document_id' = $1 AND state = 'retry'`,
      [id],
    )
  ).length > 0;

const OF_PROJECT = `WHERE data->>'project_id' = $1`;

const UNFINISHED = `SELECT FROM knowledge_jobs.job WHERE name = $1 AND state IN ('created', 'retry', 'active')`;

describe('a room', () => {
  it('that is released is deleted immediately, with its bytes', async () => {
    const documents = knowledge.someDocuments();
    const file = await documents.written();
    const empty = await documents.reserve();
    expect(await left(documents)).toBe(3);
    await documents.release(file.document_id, empty.document_id);
    await documents.release(file.document_id);
    await nothingIsLeft(documents);
    expect((await faultOf(documents.store([{ ...file }]))).kind).toBe('conflict');
  });

  it('that was not used for an hour is deleted, with its bytes', async () => {
    const documents = knowledge.someDocuments();
    const file = await documents.written();
    const [job] = await knowledge.session.rows<{ minutes: number }>(
      `SELECT extract(epoch FROM start_after - created_on)::integer / 60 AS minutes
         FROM knowledge_jobs.job WHERE data->>'document_id' = $1`,
      [file.document_id],
    );
    expect(job?.minutes).toBeGreaterThanOrEqual(59);
    await knowledge.again(file.document_id);
    await nothingIsLeft(documents);
  });

  it('that became a document is kept', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne();
    await documents.release(id);
    await knowledge.again(id);
    await eventually('the jobs are done', () => knowledge.isDone(id));
    expect(await documents.keys()).toHaveLength(1);
    expect((await documents.get(id)).id).toBe(id);
  });

  it('cannot be released by another project', async () => {
    const documents = knowledge.someDocuments();
    const file = await documents.written();
    await knowledge.someDocuments().release(file.document_id);
    expect(await documents.store([{ ...file }])).toHaveLength(1);
  });

  it('is kept as long as its bytes cannot be deleted', async () => {
    const documents = knowledge.someDocuments();
    const { document_id: id } = await documents.written();
    const clear = await inTheWay(documents, id);
    await documents.release(id);
    await eventually('it failed', () => isTriedAgain(id));
    expect(await left(documents)).toBe(2);
    await clear();
    await nothingIsLeft(documents);
  });
});

describe('a deleted document', () => {
  const file = {
    name: 'a.txt',
    content_type: 'text/plain',
    content: 'some text',
    metadata: [['k', 'v']],
  } as const;

  it('disappears immediately, and soon nothing is left of it', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id } = await documents.uploadOne(file);
    await eventually('it is read', async () => (await documents.text(id)).text === 'some text');
    await documents.remove(id);
    const calls = [
      () => documents.get(id),
      () => documents.file(id),
      () => documents.text(id),
      () => documents.rename(id, 'b'),
      () => documents.addMetadata(id, ['a', 'b']),
      () => documents.remove(id),
    ];
    for (const call of calls) expect(await faultOf(call())).toEqual(NOT_FOUND);
    const nothing = { count: 0, results: [] };
    expect(await documents.list()).toEqual(nothing);
    expect(await documents.list({ search: 'a' })).toEqual(nothing);
    expect(await documents.list({ content_type: 'text/plain' })).toEqual(nothing);
    expect(await documents.filter(['v'])).toEqual(nothing);
    expect(await documents.available()).toEqual([]);
    expect(await documents.indexing(id)).toEqual([]);
    expect(await project.changelogTexts()).toEqual(['Deleted "a.txt".', 'Uploaded "a.txt".']);
    await nothingIsLeft(documents);
  });

  it('can be deleted with others, and those that existed are counted', async () => {
    const documents = knowledge.someDocuments();
    const ids = (await documents.upload(file, file, file)).map(({ id }) => id);
    const [a = '', b = '', c = ''] = ids;
    await documents.remove(c);
    const other = await knowledge.someDocuments().uploadOne();
    expect(await documents.bulkRemove([a, c, other.id, a])).toEqual({ deleted_count: 1 });
    expect((await documents.list()).results.map(({ id }) => id)).toEqual([b]);
    expect(await documents.bulkRemove(ids)).toEqual({ deleted_count: 1 });
    expect(await documents.bulkRemove([])).toEqual({ deleted_count: 0 });
    await nothingIsLeft(documents);
  });

  it('keeps its row as long as its file cannot be deleted', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne();
    const clear = await inTheWay(documents, id);
    await documents.remove(id);
    await eventually('it failed', () => isTriedAgain(id));
    expect(await left(documents)).toBe(2);
    await clear();
    await nothingIsLeft(documents);
  });
});

describe('what was to be deleted, and has no job any more', () => {
  /** Makes the rows of a project older than they are. */
  async function age({ id }: TestDocuments, by: string): Promise<void> {
    const times = { documents: 'updated_at', document_rooms: 'created_at' };
    for (const [table, time] of Object.entries(times)) {
      const aged = `UPDATE knowledge.${table} SET ${time} = ${time} - $2::interval WHERE project_id = $1`;
      await knowledge.session.rows(aged, [id, by]);
    }
  }

  /** Leaves a deleted document and a room that is given up, whose bytes cannot be deleted until the returned function is called. */
  async function leave(documents: TestDocuments): Promise<() => Promise<void>> {
    const { id: document } = await documents.uploadOne();
    const { document_id: room } = await documents.written();
    const clear = [await inTheWay(documents, document), await inTheWay(documents, room)];
    await documents.remove(document);
    await documents.release(room);
    for (const id of [document, room]) await eventually('it failed', () => isTriedAgain(id));
    await knowledge.session.rows(`DELETE FROM knowledge_jobs.job ${OF_PROJECT}`, [documents.id]);
    return async () => {
      for (const clearOne of clear) await clearOne();
    };
  }

  const jobsOf = async ({ id }: TestDocuments): Promise<number> =>
    (await knowledge.session.rows(`SELECT FROM knowledge_jobs.job ${OF_PROJECT}`, [id])).length;

  /** Makes the two jobs of a project give up after a failure. */
  async function giveUp({ id }: TestDocuments): Promise<void> {
    const failed = `state = 'failed', completed_on = now() ${OF_PROJECT} AND state = 'retry'`;
    let count = 0;
    await eventually('both gave up', async () => {
      const rows = await knowledge.session.rows(`UPDATE knowledge_jobs.job SET ${failed} RETURNING id`, [id]);
      count += rows.length;
      return count === 2;
    });
  }

  /** Runs the schedule to its end. */
  async function cleanUp(): Promise<void> {
    await knowledge.parts(Jobs)[0]?.trigger(deleteLeftFiles);
    const { rows } = knowledge.session;
    await eventually('it ran', async () => (await rows(UNFINISHED, [deleteLeftFiles.name])).length === 0);
  }

  it('is deleted a day later, by one more job each', async () => {
    const [yesterday, today] = [knowledge.someDocuments(), knowledge.someDocuments()];
    const clear = await leave(yesterday);
    await leave(today);
    await age(yesterday, '25 hours');
    await age(today, '23 hours');
    for (const _time of [1, 2]) await cleanUp();
    expect([await jobsOf(yesterday), await jobsOf(today)]).toEqual([2, 0]);
    await clear();
    await nothingIsLeft(yesterday);
    expect(await left(today)).toBe(4);
  });

  it('is deleted also where that failed for another week', async () => {
    const documents = knowledge.someDocuments();
    const clear = await leave(documents);
    await age(documents, '8 days');
    await cleanUp();
    await giveUp(documents);
    await clear();
    await age(documents, '7 days');
    await cleanUp();
    await nothingIsLeft(documents);
  });
});

describe('when the service is killed', () => {
  it.each([
    ['once a file is deleted', 'pks.blob.erased', 1],
    ['before its third commit', 'pks.transaction.committing', 3],
    ['after its third commit', 'pks.transaction.committed', 3],
    ['before its fourth commit', 'pks.transaction.committing', 4],
    ['after its fourth commit', 'pks.transaction.committed', 4],
  ] as const)('%s, nothing is orphaned', async (_when, moment, nth) => {
    const world = await RunningKnowledge.start(0);
    try {
      const documents = world.someDocuments();
      await world.settle();
      const mortal = await world.startMortal(moment, nth);
      void livingAndDying(documents).catch(() => undefined);
      expect(await mortal.ended).toBe('SIGKILL');
      await world.addReplica();
      await documents.bulkRemove((await documents.list()).results.map(({ id }) => id));
      await world.doJobsNow();
      await eventually('its rows are gone', async () => (await world.session.rows(ROWS)).length === 0);
      expect(await documents.keys()).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});

const ROWS = 'SELECT FROM knowledge.documents UNION ALL SELECT FROM knowledge.document_rooms';

/** Stores a file, and deletes it again. */
async function livingAndDying(documents: TestDocuments): Promise<void> {
  const { id } = await documents.uploadOne();
  await documents.remove(id);
}
