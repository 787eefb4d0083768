import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '@pks/platform';
import { eventually, type TestDocuments } from '@pks/testing';
import { keepReadingLines } from '../src/documents/reading-line.ts';
import { RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.startWithSearch();
});
afterAll(() => knowledge.stop());

interface ReadingState {
  readonly id: string;
  readonly name: string;
  readonly turn: string;
  readonly read_at: string | null;
}

/** A text of about this many KiB, with the number in its name. */
const textOf = (kib: number) => ({
  name: `${kib}.txt`,
  content_type: 'text/plain',
  content: 'word '.repeat(kib * 205),
});

/** Writes the files beforehand, so that storing them is quick. */
async function written(documents: TestDocuments, ...kibs: number[]) {
  const files = [];
  for (const kib of kibs) files.push({ ...(await documents.written(textOf(kib))) });
  return files;
}

async function statesOf(...all: TestDocuments[]): Promise<ReadingState[]> {
  const { session } = all[0]?.knowledge ?? knowledge;
  return session.rows<ReadingState>(
    `SELECT id, name, reading_turn AS turn, read_at FROM knowledge.documents
      WHERE project_id = ANY ($1::uuid[]) ORDER BY read_at, number`,
    [all.map(({ id }) => id)],
  );
}

/** Waits until all are read, each by a process of its own, which may take seconds to start on a slow machine. */
const allAreRead = (...all: TestDocuments[]): Promise<void> =>
  eventually(
    'all are read',
    async () => (await statesOf(...all)).every(({ read_at }) => read_at !== null),
    180_000,
  );

/** The documents of a project that have an unfinished job. */
async function jobsOf(documents: TestDocuments): Promise<string[]> {
  const jobs = await knowledge.session.rows<{ id: string }>(
    `SELECT data->>'document_id' AS id FROM search_jobs.job
      WHERE name = 'read-document' AND data->>'project_id' = $1 AND state IN ('created', 'retry', 'active')`,
    [documents.id],
  );
  return jobs.map(({ id }) => id);
}

describe('the documents of a project', () => {
  it('are read one after another, the long ones behind', async () => {
    const documents = knowledge.someDocuments();
    const files = await written(documents, 400, 1, 900, 2);
    await documents.store(files);
    expect((await jobsOf(documents)).length).toBeLessThanOrEqual(1);
    await allAreRead(documents);
    expect((await statesOf(documents)).map(({ name, turn }) => [name, turn])).toEqual([
      ['1.txt', 'passed'],
      ['2.txt', 'passed'],
      ['400.txt', 'passed'],
      ['900.txt', 'passed'],
    ]);
  });

  it('do not wait for one that was deleted', async () => {
    const documents = knowledge.someDocuments();
    const stored = await documents.store(await written(documents, 1, 2, 3));
    await documents.remove(stored[0]?.id ?? '');
    await allAreRead(documents);
  });

  it('do not wait for one whose reading is to be repeated', async () => {
    const documents = knowledge.someDocuments();
    const files = await written(documents, 1, 2);
    const [first = '', second = ''] = files.map(({ document_id }) => document_id);
    const path = join(knowledge.blobFolder, documents.id, first);
    await rm(path);
    await mkdir(path);
    await documents.store(files);
    const isRead = async (id: string) => (await statesOf(documents)).find((one) => one.id === id)?.read_at;
    await eventually('the second is read', async () => Boolean(await isRead(second)));
    expect(await isRead(first)).toBeNull();
    await rmdir(path);
    await writeFile(path, 'words');
    await knowledge.again(first);
    await allAreRead(documents);
  });

  it('are read though whoever read the one in front died before it admitted the next', async () => {
    const documents = knowledge.someDocuments();
    const [one] = await documents.store(await written(documents, 1));
    await allAreRead(documents);
    const again = `UPDATE knowledge.documents
      SET indexing_status = 'created', read_at = NULL, reading_turn = 'waiting' WHERE id = $1`;
    await knowledge.session.rows('DELETE FROM knowledge.document_sections WHERE document_id = $1', [one?.id]);
    await knowledge.session.rows(`DELETE FROM search_jobs.job WHERE data->>'document_id' = $1`, [one?.id]);
    await knowledge.session.rows(again, [one?.id]);
    await knowledge.parts(Jobs)[0]?.trigger(keepReadingLines);
    await allAreRead(documents);
  });
});

describe('projects', () => {
  it('take turns: one with many files does not make another one wait for more than a few', async () => {
    const [many, more, few] = [
      knowledge.someDocuments(),
      knowledge.someDocuments(),
      knowledge.someDocuments(),
    ];
    const kibs = Array.from({ length: 8 }, (_none, n) => n + 1);
    const files = await Promise.all([written(many, ...kibs), written(more, ...kibs), written(few, 300)]);
    await many.store(files[0]);
    await more.store(files[1]);
    await few.store(files[2]);
    await allAreRead(many, more, few);
    const before = (await statesOf(many, more, few)).findIndex(({ name }) => name === '300.txt');
    expect(before).toBeLessThan(8);
  });
});

describe('when a process is killed', () => {
  it.each([6, 7, 8])('after its commit %d, the documents that wait are read by another one', async (nth) => {
    const world = await RunningKnowledge.start(0);
    try {
      const documents = world.someDocuments();
      await world.settle();
      await world.startSearch();
      const mortal = await world.startMortal('pks.transaction.committed', nth);
      const stored = written(documents, 1, 2).then((files) => documents.store(files));
      void stored.catch(() => undefined);
      expect(await mortal.ended).toBe('SIGKILL');
      await world.addReplica();
      expect(await statesOf(documents)).toHaveLength(2);
      await allAreRead(documents);
    } finally {
      await world.stop();
    }
  });
});
