import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { interviewCompleted } from '@pks/contracts';
import { BlobStore, Database, GivenUp, MOST_FAILURES, logTo } from '@pks/platform';
import { eventually, faultOf } from '@pks/testing';
import { DocumentTexts } from '../src/document-reading/document-texts.ts';
import { ReadingDocuments } from '../src/document-reading/reading-documents.ts';
import { GenerationBeginning } from '../src/indexing/generation-beginning.ts';
import { Embedder } from '../src/search/embedder.ts';
import { GenerationsRepository } from '../src/search-index/generations.repository.ts';
import { IndexFolder } from '../src/search-index/index-folder.ts';
import { IndexedSourcesRepository } from '../src/search-index/indexed-sources.repository.ts';
import type { SearchGeneration } from '../src/search-index/search-generation.entity.ts';
import { SearchConfig } from '../src/search.config.ts';
import { aSummary } from './interviews-stand-in.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let running: RunningSearch;
beforeAll(async () => {
  running = await RunningSearch.start();
});
afterAll(() => running.stop());

/** The generation that is searched. */
async function searchedGeneration(): Promise<SearchGeneration> {
  const generation = await running.parts(GenerationsRepository)[0]?.searched();
  if (!generation) throw new Error('No generation is searched.');
  return generation;
}

async function searched(): Promise<number> {
  return (await searchedGeneration()).number;
}

/** Ensures that there is a generation, as the service does; returns the ensured generations and what was logged. */
async function ensured(
  folder = running.parts(IndexFolder)[0],
): Promise<{ readonly kept: number[]; readonly logged: string }> {
  let logged = '';
  const log = logTo({ write: (line) => void (logged += line) }, 'test', 'warn');
  const [generations] = running.parts(GenerationsRepository);
  const [embedder] = running.parts(Embedder);
  const [database] = running.parts(Database);
  if (!generations || !folder || !embedder || !database) throw new Error('The service does not run.');
  const all = await new GenerationBeginning(generations, folder, embedder, database, log).ensured();
  return { kept: all.map(({ number }) => number), logged };
}

/** The index folder of a process that has seen no mark yet. */
function anIndexFolder(): IndexFolder {
  const [config] = running.parts(SearchConfig);
  const [sources] = running.parts(IndexedSourcesRepository);
  if (!config || !sources) throw new Error('The service does not run.');
  return new IndexFolder(config, sources);
}

/** The number of the newest generation that has passages of a project in the folder. */
async function numberIn(project: string): Promise<number> {
  const numbers = (await readdir(running.searchFolder)).map((name) =>
    Number(new RegExp(`^${project}-g(\\d+)\\.lance$`).exec(name)?.[1] ?? 0),
  );
  return Math.max(...numbers);
}

const TABLES =
  'search.search_generations, search.indexed_sources, search.interview_summaries, search_jobs.job';

describe('while the knowledge service is away', () => {
  it('a search is refused as unavailable, and nothing that may be gone is found', async () => {
    const project = running.aProject('auto_publish');
    const search = new TestSearch(running, project);
    await project.create('Piers');
    await project.append('piers', 'Bollards of iron.');
    await search.finds('bollards', ['Piers']);
    await running.stopKnowledge();
    expect(await faultOf(search.find('bollards'))).toMatchObject({ kind: 'unavailable' });
    expect(await faultOf(search.find('bollards', { metadata_values: ['x'] }))).toMatchObject({
      kind: 'unavailable',
    });
    await running.startKnowledge();
    expect(await search.titles('bollards')).toEqual(['Piers']);
  });

  it('an interview is found all the same', async () => {
    const project = running.aProject();
    const summary = aSummary({ summary: 'The gangway rattles.' });
    running.interviews.summarize(project.id, summary);
    const { id: interview_id, name, created_by, updated_at } = summary;
    const completed = { interview_id, name, assigned_by: created_by, completed_by: created_by };
    await running.publish(
      interviewCompleted.of({ project_id: project.id, ...completed, completed_at: updated_at }),
    );
    const search = new TestSearch(running, project);
    await search.finds('gangway', ['Onboarding']);
    await running.stopKnowledge();
    expect(await search.titles('gangway')).toEqual(['Onboarding']);
    await running.startKnowledge();
  });

  it('a file waits to be read, and is read once afterwards', async () => {
    const documents = running.someDocuments();
    await running.stopReplica();
    const file = { name: 'a.txt', content_type: 'text/plain', content: 'Winches.' };
    const { id } = await documents.uploadOne(file);
    expect((await documents.get(id)).indexing_status).toBe('created');
    await running.stopKnowledge();
    await running.addReplica();
    await running.startKnowledge();
    await eventually('it is read', async () => (await documents.get(id)).indexing_status === 'active');
    expect((await documents.text(id)).text).toBe('Winches.');
  });
});

describe('a reading that fails while the knowledge service is away', () => {
  it('fails for its own reason, not because its end cannot be recorded', async () => {
    const [worker, texts, blobs] = [
      running.parts(ReadingDocuments)[0],
      running.parts(DocumentTexts)[0],
      running.parts(BlobStore)[0],
    ];
    if (!worker || !texts || !blobs) throw new Error('The service does not run.');
    await running.stopKnowledge();
    const begun = jest.spyOn(texts, 'begin').mockResolvedValue({ format: 'text', blob_key: 'a' });
    const opened = jest.spyOn(blobs, 'get').mockRejectedValue(new Error('The store is away.'));
    const payload = { project_id: randomUUID(), document_id: randomUUID() };
    const { signal } = new AbortController();
    const reading = worker.work({ id: randomUUID(), attempt: 1, payload, signal });
    await expect(reading).rejects.toThrow('The store is away.');
    [begun, opened].forEach((mock) => mock.mockRestore());
    await running.startKnowledge();
  });
});

describe('a document whose reading has failed for almost a week', () => {
  it('has failed, with a sentence for its uploader', async () => {
    const [worker, blobs] = [running.parts(ReadingDocuments)[0], running.parts(BlobStore)[0]];
    if (!worker || !blobs) throw new Error('The service does not run.');
    const project = running.aProject();
    const documents = running.documentsOf(project);
    const opened = jest.spyOn(blobs, 'get').mockRejectedValue(new Error('The store is away.'));
    const { id: document_id } = await documents.uploadOne({
      name: 'a.txt',
      content_type: 'text/plain',
      content: 'Winches.',
    });
    await eventually('its reading has failed', () => opened.mock.calls.length > 0);
    const payload = { project_id: project.id, document_id };
    const { signal } = new AbortController();
    const reading = (attempt: number) => worker.work({ id: randomUUID(), attempt, payload, signal });
    await expect(reading(MOST_FAILURES)).rejects.toThrow('The store is away.');
    expect((await documents.get(document_id)).indexing_status).not.toBe('failed');
    await expect(reading(MOST_FAILURES + 1)).rejects.toBeInstanceOf(GivenUp);
    expect(await documents.get(document_id)).toMatchObject({
      indexing_status: 'failed',
      indexing_error: 'The file could not be read.',
    });
    opened.mockRestore();
  });
});

describe('a service without an index', () => {
  it('builds one of all documents, artifacts and interviews that exist', async () => {
    const project = running.aProject('auto_publish');
    const search = new TestSearch(running, project);
    await project.create('Rudder');
    await project.append('rudder', 'A rudder of oak.');
    await project.create('Empty');
    const documents = running.documentsOf(project);
    const file = { name: 'rudder.txt', content_type: 'text/plain', content: 'A rudder of iron.' };
    const [stays, goes] = await documents.upload(file, { ...file, name: 'gone.txt' });
    await search.finds('rudder', ['Rudder', 'rudder.txt', 'gone.txt']);
    await eventually('it is indexed', async () => {
      return (await documents.get(stays?.id ?? '')).indexing_status === 'active';
    });
    await documents.remove(goes?.id ?? '');
    await running.stopReplica();
    await running.session.rows(`TRUNCATE ${TABLES}`);
    await rm(running.searchFolder, { recursive: true });
    running.interviews.summarize(project.id, aSummary({ name: 'Helm', summary: 'The rudder is heavy.' }));
    await running.addReplica();
    await search.finds('rudder', ['Rudder', 'rudder.txt', 'Helm']);
    await running.isComplete(1);
    await search.finds('rudder', ['Rudder', 'rudder.txt', 'Helm']);
    await project.update('rudder', { title: 'Tiller' });
    expect(new Set(await search.titles('rudder'))).toEqual(new Set(['Tiller', 'rudder.txt', 'Helm']));
  });

  it('builds another one where its folder was lost, and its rows were not', async () => {
    const project = running.aProject('auto_publish');
    const search = new TestSearch(running, project);
    await project.create('Anchor');
    await project.append('anchor', 'An anchor of steel.');
    await search.finds('anchor', ['Anchor']);
    await running.isComplete();
    const lost = await searched();
    await running.stopReplica();
    await rm(running.searchFolder, { recursive: true });
    await running.addReplica();
    await running.isComplete(lost + 1);
    expect(await search.titles('anchor')).toEqual(['Anchor']);
    await rm(running.searchFolder, { recursive: true, maxRetries: 5 });
    await running.keepGenerations();
    await running.isComplete(lost + 2);
    expect(await search.titles('anchor')).toEqual(['Anchor']);
    expect(await new TestSearch(running, running.aProject()).titles('anchor')).toEqual([]);
  });

  it('answers no search while its folder is away and cannot be made, says so, and goes on afterwards', async () => {
    const project = running.aProject('auto_publish');
    const search = new TestSearch(running, project);
    await project.create('Capstan');
    await project.append('capstan', 'A capstan of ash.');
    await search.finds('capstan', ['Capstan']);
    await running.isComplete();
    const [number, folder, aside] = [await searched(), running.searchFolder, `${running.searchFolder}-aside`];
    await rename(folder, aside);
    await writeFile(folder, '');
    const others = new TestSearch(running, running.aProject());
    for (const one of [search, others])
      expect(await faultOf(one.find('capstan'))).toMatchObject({ kind: 'unavailable' });
    const { kept, logged } = await ensured();
    expect(kept).toEqual([]);
    expect(logged).toContain(
      `"the search index is not in ${folder}: it is gone, not mounted, or another one is there"`,
    );
    await project.append('capstan', 'A capstan of elm.');
    await rm(folder);
    await rename(aside, folder);
    await search.finds('elm', ['Capstan']);
    expect(await others.titles('capstan')).toEqual([]);
    expect(await searched()).toBe(number);
  });

  it.each(['with its mark', 'without a mark'])(
    'builds one beside that of another database, %s, which it deletes',
    async (how) => {
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      await project.create('Fairlead');
      await project.append('fairlead', 'A fairlead of bronze.');
      await search.finds('fairlead', ['Fairlead']);
      await running.isComplete();
      await running.stopReplica();
      await running.session.rows(`TRUNCATE ${TABLES}`);
      const [folder, number] = [running.searchFolder, await numberIn(project.id)];
      const [name, mark] = [`${project.id}-g${number}.lance`, `g${number}.generation`];
      for (const one of await readdir(folder))
        if (![name, mark].includes(one)) await rm(join(folder, one), { recursive: true });
      await rename(join(folder, name), join(folder, `${project.id}-g1.lance`));
      if (how === 'with its mark') await rename(join(folder, mark), join(folder, 'g1.generation'));
      else await rm(join(folder, mark));
      await running.addReplica();
      await running.isComplete(2);
      expect(await search.titles('fairlead')).toEqual(['Fairlead']);
      await eventually('that of the other one is deleted', async () => {
        await running.keepGenerations();
        await running.doJobsNow();
        return !(await readdir(folder)).some((one) => one.endsWith('-g1.lance'));
      });
      expect(await search.titles('fairlead')).toEqual(['Fairlead']);
    },
  );

  it('adopts one of an earlier version, which has no mark', async () => {
    const project = running.aProject('auto_publish');
    const search = new TestSearch(running, project);
    await project.create('Windlass');
    await project.append('windlass', 'A windlass of teak.');
    await search.finds('windlass', ['Windlass']);
    await running.isComplete();
    const generation = await searchedGeneration();
    const { number } = generation;
    const mark = join(running.searchFolder, `g${number}.generation`);
    await rm(mark);
    const adopting = anIndexFolder();
    expect(await ensured(adopting)).toMatchObject({ kept: expect.arrayContaining([number]), logged: '' });
    expect(await search.titles('windlass')).toEqual(['Windlass']);
    expect(await readdir(running.searchFolder)).toContain(`g${number}.generation`);
    await rm(mark);
    expect(await adopting.has(generation)).toBe(false);
    expect(await anIndexFolder().has(generation)).toBe(true);
  });
});
