import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EmbeddingsEndpoint, type Environment, eventually, type TestProject } from '@pks/testing';
import { GenerationsRepository } from '../src/search-index/generations.repository.ts';
import { isOf } from '../src/search-index/search-generation.entity.ts';
import { Embedder } from '../src/search/embedder.ts';
import { PassageStore } from '../src/search/passage-store.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

async function inAWorld(work: (running: RunningSearch) => Promise<void>): Promise<void> {
  const running = await RunningSearch.start(0);
  try {
    await work(running);
  } finally {
    await running.stop();
  }
}

async function published(project: TestProject, title: string, text: string): Promise<string> {
  const { slug } = await project.create(title);
  await project.append(slug, text);
  return slug;
}

/** Replaces the only replica by one with other settings, which begins to build an index if its model has none. */
async function replaced(running: RunningSearch, environment: Environment = {}): Promise<void> {
  await running.stopReplica();
  await running.addReplica(environment);
  await eventually('its model has an index', async () => {
    const [generations, embedder] = [running.parts(GenerationsRepository)[0], running.parts(Embedder)[0]];
    const live = (await generations?.live()) ?? [];
    return live.some((generation) => embedder !== undefined && isOf(generation, embedder));
  });
}

/** The numbers and the states of the generations. */
async function statesOf({ session }: RunningSearch): Promise<string[]> {
  const all = 'SELECT number, state FROM search.search_generations ORDER BY number';
  const rows = await session.rows<{ number: number; state: string }>(all);
  return rows.map(({ number, state }) => `${number} ${state}`);
}

/** The number of sources that a generation has indexed by their words. */
async function indexedIn({ session }: RunningSearch, generation: number): Promise<number> {
  const indexed = 'SELECT FROM search.indexed_sources WHERE generation = $1 AND indexing_id IS NOT NULL';
  return (await session.rows(indexed, [generation])).length;
}

/** The stored indexings of sources. */
async function kept(running: RunningSearch, project: TestProject, generation: number) {
  const store = new PassageStore({ folder: running.searchFolder });
  try {
    return await store.indexings(project.id, { id: `g${generation}`, dimensions: 1 });
  } finally {
    await store.close();
  }
}

describe('a search index', () => {
  it('is rebuilt by the command, beside the one that is searched meanwhile, which is dropped afterwards', () =>
    inAWorld(async (running) => {
      await running.addReplica();
      await running.isComplete(1);
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      const documents = running.documentsOf(project);
      const slugs = [];
      for (let n = 0; n < 20; n += 1) slugs.push(await published(project, `Pier ${n}`, `Bollard ${n}.`));
      await documents.uploadOne({ name: 'a.txt', content: 'Bollards.', content_type: 'text/plain' });
      await search.finds('bollard', [...slugs.map((_, n) => `Pier ${n}`), 'a.txt'], { top_k: 100 });
      const rebuilt = running.run('rebuild-search.js');
      let isDone = false;
      const done = rebuilt.finally(() => (isDone = true));
      while (!isDone) {
        await running.keepGenerations();
        expect(await search.titles('bollard', { top_k: 100 })).toHaveLength(21);
      }
      expect(await done).toContain('The new index is searched from now on.\n');
      await running.isComplete(2);
      expect(await search.titles('bollard', { top_k: 100 })).toHaveLength(21);
      await eventually('the old one is dropped', async () => {
        await running.keepGenerations();
        await running.doJobsNow();
        const all = await running.session.rows('SELECT number FROM search.search_generations');
        return all.length === 1;
      });
      expect((await readdir(running.searchFolder)).filter((name) => name.includes('-g1'))).toEqual([]);
      const rows = 'SELECT FROM search.indexed_sources WHERE generation = 1';
      expect(await running.session.rows(rows)).toEqual([]);
    }));

  it('is said to be given up by the command where it is', () =>
    inAWorld(async (running) => {
      await running.addReplica();
      await running.isComplete(1);
      await running.stopReplica();
      const said = running.run('rebuild-search.js').catch(String);
      await eventually('it is begun', async () => (await statesOf(running))[1] === '2 building');
      await running.session.rows(`UPDATE search.search_generations SET state = 'retired' WHERE number = 2`);
      expect(await said).toContain('The new index was given up');
    }));

  it('is rebuilt when another model is configured, and searches by words alone until then', () =>
    inAWorld(async (running) => {
      await running.addReplica();
      await running.isComplete(1);
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      await published(project, 'Fares', 'A saver ticket is refunded within seven days.');
      await published(project, 'Weather', 'Rain and wind are expected in the north.');
      await search.finds('refunded', ['Fares']);
      expect(await search.titles('money back')).toEqual([]);
      await running.stopReplica();
      await running.addReplica({ EMBEDDINGS: 'packaged' });
      expect(await search.titles('refunded')).toEqual(['Fares']);
      await running.isComplete(2);
      expect((await search.titles('How do I get my money back?'))[0]).toBe('Fares');
    }));

  it('is complete although a replica of another model took jobs of it', () =>
    inAWorld(async (running) => {
      const server = await EmbeddingsEndpoint.start(() => [1, 0, 0]);
      await running.addReplica();
      await running.isComplete(1);
      await running.parts(GenerationsRepository)[0]?.begin({ model: 'm', dimensions: 3 });
      const project = running.aProject('auto_publish');
      await published(project, 'Fenders', 'Fenders of rope.');
      await eventually('a job was taken', async () => {
        const taken = `SELECT FROM search_jobs.job WHERE name = 'make-meaning' AND state IN ('retry', 'completed')`;
        return (await running.session.rows(taken)).length > 0;
      });
      const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_DIMENSIONS: '3' };
      await replaced(running, settings);
      await running.isComplete(2);
      await new TestSearch(running, project).finds('hawsers', ['Fenders'], { mode: 'meaning' });
      await server.close();
    }));

  it('is complete in the end where the server of its model was away for longer than jobs are tried', () =>
    inAWorld(async (running) => {
      const server = await EmbeddingsEndpoint.start(() => [1, 0, 0]);
      const refused = Array.from({ length: 10_000 }, () => ({ status: 401, body: 'no' }));
      server.next.push(...refused);
      const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_DIMENSIONS: '3' };
      await running.addReplica(settings);
      await running.isComplete(1);
      const project = running.aProject();
      const documents = running.documentsOf(project);
      await documents.uploadOne({ name: 'a.txt', content: 'Hawsers.', content_type: 'text/plain' });
      const failOnceMore = `UPDATE search_jobs.job SET retry_count = 175, start_after = now() WHERE name = 'make-meaning' AND state = 'retry'`;
      await eventually('it is given up', async () => {
        await running.session.rows(failOnceMore);
        await running.doJobsNow();
        const givenUp = `SELECT FROM search_jobs.job WHERE name = 'make-meaning' AND state = 'failed'`;
        return (await running.session.rows(givenUp)).length > 0;
      });
      server.next.length = 0;
      await eventually('it is embedded', async () => {
        await running.doJobsNow();
        const embedded = 'SELECT FROM search.indexed_sources WHERE has_meaning';
        return (await running.session.rows(embedded)).length === 1;
      });
      await server.close();
    }));

  it('is embedded by a server, without which searches use words; vectors of another length rebuild it', () =>
    inAWorld(async (running) => {
      const money = (text: string): number => (/refund|money/i.test(text) ? 1 : 0);
      const server = await EmbeddingsEndpoint.start((text) => [money(text), 1 - money(text), 0.1]);
      const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'secret' };
      await running.addReplica({ ...settings, EMBEDDINGS_DIMENSIONS: '3' });
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      await published(project, 'Weather', 'Rain in the north.');
      await published(project, 'Fares', 'A ticket is refunded.');
      await eventually('its meaning is found', async () => (await search.titles('money'))[0] === 'Fares');
      expect(new Set(server.requests.map(({ authorization, model }) => `${authorization} ${model}`))).toEqual(
        new Set(['Bearer secret m']),
      );
      await running.isComplete(1);
      expect(await search.titles('money', { mode: 'words' })).toEqual([]);
      expect((await search.find('ticket money', { mode: 'words' }))[0]).toMatchObject({
        title: 'Fares',
        matched_by: { words: ['ticket'], nearness: null },
      });
      expect((await search.find('ticket money', { mode: 'meaning' }))[0]).toMatchObject({
        title: 'Fares',
        matched_by: { words: [], nearness: expect.closeTo(1) },
      });
      await search.find('money for a tickett', { mode: 'meaning' });
      expect(server.requests.at(-1)?.input).toEqual(['money for a ticket']);
      server.next.push({ status: 400, body: 'no' });
      expect(await search.titles('money once more', { mode: 'meaning' })).toEqual([]);
      server.next.push({ status: 400, body: 'no' }, { status: 400, body: 'no' });
      expect(await search.titles('another ticket')).toEqual(['Fares']);
      expect(await search.titles('money in another way')).toEqual([]);
      server.next.length = 0;
      server.next.push({ status: 503, body: 'too busy' });
      const asked = server.requests.length;
      expect(await search.titles('a third ticket')).toEqual(['Fares']);
      expect(await search.titles('a fourth ticket')).toEqual(['Fares']);
      expect(server.requests).toHaveLength(asked + 1);
      await running.stopReplica();
      await running.addReplica({ ...settings, EMBEDDINGS_DIMENSIONS: '4' });
      server.next.length = 0;
      expect(await search.titles('ticket')).toEqual(['Fares']);
      await server.close();
    }));

  it('is given up where its model is no longer configured, and another is built where it is configured again', () =>
    inAWorld(async (running) => {
      const server = await EmbeddingsEndpoint.start(() => [1, 0, 0]);
      const settings = { EMBEDDINGS: server.url, EMBEDDINGS_DIMENSIONS: '3' };
      await running.addReplica();
      await running.isComplete(1);
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      await published(project, 'Cleats', 'Cleats of brass.');
      await search.finds('brass', ['Cleats']);
      server.next.push(...Array.from({ length: 100 }, () => ({ status: 400, body: 'no' })));
      await replaced(running, settings);
      await eventually('it is filled', async () => (await indexedIn(running, 2)) === 1);
      await replaced(running);
      expect(await statesOf(running)).toEqual(['1 current', '2 building']);
      // Marks of earlier versions contain no time, and count whenever the generation was begun.
      for (const mark of ['g1.generation', 'g2.generation'])
        await writeFile(join(running.searchFolder, mark), '');
      await running.session.rows(
        `UPDATE search.search_generations SET created_at = now() - interval '1 hour'`,
      );
      await running.keepGenerations();
      await eventually('it is given up', async () => (await statesOf(running))[1] === '2 retired');
      await eventually('it is dropped', async () => {
        await running.keepGenerations();
        await running.doJobsNow();
        return (await indexedIn(running, 2)) === 0;
      });
      server.next.length = 0;
      await replaced(running, settings);
      await running.isComplete(3);
      await search.finds('bronze', ['Cleats'], { mode: 'meaning' });
      await server.close();
    }));

  it('keeps nothing of what was indexed before, nor of what was deleted', () =>
    inAWorld(async (running) => {
      await running.addReplica();
      await running.isComplete();
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      const slug = await published(project, 'Stays', 'The first mast.');
      const appended = Array.from({ length: 5 }, (_, n) => project.append(slug, `Mast number ${n}.`));
      const gone = await published(project, 'Goes', 'Another mast.');
      await search.finds('mast', ['Stays', 'Goes']);
      await project.remove(gone);
      await Promise.allSettled(appended);
      await eventually('one indexing is left', async () => {
        await running.doJobsNow();
        return (await kept(running, project, 1)).length === 1;
      });
      await search.finds('mast', ['Stays']);
    }));

  it.each([2, 3, 4, 5, 6])('is right in the end when the service is killed at commit %i', (nth) =>
    inAWorld(async (running) => {
      await running.settle();
      const project = running.aProject('auto_publish');
      const search = new TestSearch(running, project);
      const mortal = await running.startMortal('pks.transaction.committed', nth);
      let isAlive = true;
      const ended = mortal.ended.finally(() => (isAlive = false));
      const change = async (): Promise<void> => {
        const slug = await published(project, 'Keel', 'A keel of oak.');
        // Jobs that wait are indexed together: only another publication causes another commit.
        while (isAlive) await project.append(slug, 'A keel of oak.');
      };
      const changes = change().catch(() => undefined);
      expect(await ended).toBe('SIGKILL');
      await changes;
      await running.addReplica();
      const { results } = await project.list();
      if (!results.some(({ title }) => title === 'Keel')) await project.create('Keel');
      await project.append('keel', 'A keel of elm.');
      await search.finds('elm', ['Keel']);
      await eventually('one indexing is left', async () => {
        await running.doJobsNow();
        return (await kept(running, project, 1)).length === 1;
      });
      expect(await search.find('oak')).toEqual([]);
    }),
  );
});
