import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NotYet, inProject } from '@pks/platform';
import { EmbeddingsEndpoint, type TestProject, eventually } from '@pks/testing';
import { v7 } from 'uuid';
import { GenerationDropping } from '../src/indexing/generation-dropping.ts';
import { MeaningMaking } from '../src/indexing/meaning-making.ts';
import { PassagesTidying } from '../src/indexing/passages-tidying.ts';
import { SourceIndexing } from '../src/indexing/source-indexing.ts';
import { PassageStore } from '../src/search/passage-store.ts';
import { RunningSearch } from './running-search.ts';

let server: EmbeddingsEndpoint;
let running: RunningSearch;
/** Called with each text that is embedded. */
let onText: (text: string) => void = () => undefined;
beforeAll(async () => {
  server = await EmbeddingsEndpoint.start((text) => {
    onText(text);
    return [1, 0, 0];
  });
  const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_DIMENSIONS: '3' };
  running = await RunningSearch.start(1, settings);
  await running.isComplete(1);
});
afterAll(async () => {
  await running.stop();
  await server.close();
});

/** A part of the service. */
function part<T>(type: abstract new (...given: never[]) => T): T {
  const [found] = running.parts(type);
  if (!found) throw new Error('One replica was started.');
  return found;
}

const over = AbortSignal.abort();
const inTime = new AbortController().signal;
const jobOf = <P>(payload: P, signal: AbortSignal) => ({ id: randomUUID(), attempt: 1, payload, signal });

/** The document with this many passages, each with its number, once it is indexed. */
async function indexed(project: TestProject, passages: number) {
  const documents = running.documentsOf(project);
  const content = Array.from({ length: passages }, (_, number) => `# Rope ${number}\n\nHemp.\n\n`).join('');
  const file = { name: 'ropes.md', content_type: 'text/markdown', content };
  const { id } = await documents.uploadOne(file);
  await eventually('it is indexed', async () => (await documents.get(id)).indexing_status === 'active');
  return { project_id: project.id, kind: 'document', source_id: id } as const;
}

/** The current attempt of a source. */
async function attemptOf({ source_id }: { readonly source_id: string }): Promise<string> {
  const current = 'SELECT attempt_id FROM search.indexed_sources WHERE source_id = $1';
  const [row] = await running.session.rows<{ attempt_id: string }>(current, [source_id]);
  return row?.attempt_id ?? '';
}

describe('a job whose time is over', () => {
  it('embeds no more passages, keeps those that it has embedded, and continues after them', async () => {
    const source = await indexed(running.aProject(), 20);
    const attempt_id = await attemptOf(source);
    const making = (signal: AbortSignal) => {
      const job = jobOf({ ...source, attempt_id, generation: 1, from: 0, priority: 1 }, signal);
      return inProject(source.project_id, () => part(MeaningMaking).work(job));
    };
    const { length: before } = server.requests;
    await expect(making(over)).rejects.toBeInstanceOf(NotYet);
    expect(server.requests).toHaveLength(before);
    expect(await attemptOf(source)).toBe(attempt_id);
    const time = new AbortController();
    onText = (text) => text.includes('Rope 16') && time.abort();
    const put = jest.spyOn(part(PassageStore), 'put');
    await making(time.signal);
    expect(server.requests).toHaveLength(before + 2);
    expect(put.mock.calls[0]?.[4]).toHaveLength(16);
    const next = `SELECT FROM search_jobs.job WHERE name = 'make-meaning' AND data->>'attempt_id' = $1
                     AND data->>'from' = '16'`;
    expect(await running.session.rows(next, [attempt_id])).toHaveLength(1);
  });

  it('indexes no more sources, of which the next attempt indexes the rest', async () => {
    const source = await indexed(running.aProject(), 1);
    const attempt = await attemptOf(source);
    const forget = 'UPDATE search.indexed_sources SET name = NULL WHERE source_id = $1';
    await running.session.rows(forget, [source.source_id]);
    const put = jest.spyOn(part(PassageStore), 'putWords');
    const indexing = (signal: AbortSignal) => part(SourceIndexing).work([jobOf(source, signal)]);
    await expect(indexing(over)).rejects.toBeInstanceOf(NotYet);
    expect(put).not.toHaveBeenCalled();
    await indexing(inTime);
    expect(put).toHaveBeenCalledTimes(1);
    expect(await attemptOf(source)).not.toBe(attempt);
  });

  it('deletes no more passages of attempts that do not count', async () => {
    const { project_id } = await indexed(running.aProject(), 1);
    const generation = { id: 'g1', dimensions: 3 };
    const [store, drop] = [part(PassageStore), jest.spyOn(part(PassageStore), 'dropIndexings')];
    const passages = [{ page: 1, heading: '', text: 'A reef is tied.', position: 0 }];
    const indexing = {
      source: { kind: 'artifact', id: randomUUID(), name: 'Reefs' },
      indexingId: v7(),
    } as const;
    const before = await store.indexings(project_id, generation);
    await store.putWords(project_id, generation, [{ ...indexing, passages }]);
    const tidying = (signal: AbortSignal) =>
      inProject(project_id, () => part(PassagesTidying).work(jobOf({ project_id, generation: 1 }, signal)));
    await expect(tidying(over)).rejects.toBeInstanceOf(NotYet);
    expect(await store.indexings(project_id, generation)).toHaveLength(before.length + 1);
    await tidying(inTime);
    expect(await store.indexings(project_id, generation)).toEqual(before);
    expect(drop).toHaveBeenCalledTimes(2);
  });

  it('drops no more of a retired generation, of which the next attempt drops the rest', async () => {
    const [number, projects] = [9, [running.aProject().id, running.aProject().id]];
    await running.session.rows(
      `INSERT INTO search.search_generations (number, model, dimensions, state, created_at)
       VALUES ($1, 'none', 3, 'retired', now())`,
      [number],
    );
    const sources = [randomUUID(), randomUUID()];
    await running.session.rows(
      `INSERT INTO search.indexed_sources (project_id, generation, source_id, kind, attempt_id)
       SELECT $1, $2, id, 'artifact', id FROM unnest($3::uuid[]) AS id`,
      [projects[0], number, sources],
    );
    const store = part(PassageStore);
    const passages = [{ page: 1, heading: '', text: 'A reef is tied.', position: 0 }];
    const indexing = {
      source: { kind: 'artifact', id: randomUUID(), name: 'Reefs' },
      indexingId: v7(),
      passages,
    } as const;
    for (const project of projects) await store.putWords(project, { id: 'g9', dimensions: 3 }, [indexing]);
    const time = new AbortController();
    const drop = store.dropGeneration.bind(store);
    jest.spyOn(store, 'dropGeneration').mockImplementationOnce(async (...given) => {
      await drop(...given);
      time.abort();
    });
    const kept = async () => ({
      tables: (await readdir(running.searchFolder)).filter((name) => name.endsWith('-g9.lance')).length,
      rows: (await running.session.rows('SELECT FROM search.indexed_sources WHERE generation = 9')).length,
    });
    const dropping = (signal: AbortSignal) =>
      inProject(null, () => part(GenerationDropping).work(jobOf({ generation: number }, signal)));
    await expect(dropping(time.signal)).rejects.toBeInstanceOf(NotYet);
    expect(await kept()).toEqual({ tables: 1, rows: 2 });
    await dropping(inTime);
    expect(await kept()).toEqual({ tables: 0, rows: 0 });
  });
});
