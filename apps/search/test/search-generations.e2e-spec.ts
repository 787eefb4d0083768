import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { EmbeddingsEndpoint, eventually } from '@pks/testing';
import { PassageStore } from '../src/search/passage-store.ts';
import { RunningKnowledge } from './running-knowledge.ts';
import type { TestProject } from './test-project.ts';
import { TestSearch } from './test-search.ts';

async function inAWorld(work: (knowledge: RunningKnowledge) => Promise<void>): Promise<void> {
  const knowledge = await RunningKnowledge.start(0);
  try {
    await work(knowledge);
  } finally {
    await knowledge.stop();
  }
}

async function published(project: TestProject, title: string, text: string): Promise<string> {
  const { slug } = await project.create(title);
  await project.append(slug, text);
  return slug;
}

/** The indexings of the sources that are stored. */
async function kept(knowledge: RunningKnowledge, project: TestProject, generation: number) {
  const store = new PassageStore({ location: knowledge.searchFolder });
  try {
    return await store.sources(project.id, { id: `g${generation}`, dimensions: 1 });
  } finally {
    await store.close();
  }
}

describe('a search index', () => {
  it('is rebuilt by the command, beside the one that is searched meanwhile, which is dropped afterwards', () =>
    inAWorld(async (knowledge) => {
      await knowledge.addReplica();
      await knowledge.searchIsComplete(1);
      const project = knowledge.aProject('auto_publish');
      const search = new TestSearch(knowledge, project);
      const documents = knowledge.documentsOf(project);
      const slugs = [];
      for (let n = 0; n < 20; n += 1) slugs.push(await published(project, `Pier ${n}`, `Bollard ${n}.`));
      await documents.uploadOne({ name: 'a.txt', content: 'Bollards.', content_type: 'text/plain' });
      await search.finds('bollard', [...slugs.map((_, n) => `Pier ${n}`), 'a.txt'], { top_k: 100 });
      const rebuilt = knowledge.run('rebuild-search.js');
      let isDone = false;
      const done = rebuilt.finally(() => (isDone = true));
      while (!isDone) {
        await knowledge.keepGenerations();
        expect(await search.titles('bollard', { top_k: 100 })).toHaveLength(21);
      }
      expect(await done).toContain('The new index is searched from now on.\n');
      await knowledge.searchIsComplete(2);
      expect(await search.titles('bollard', { top_k: 100 })).toHaveLength(21);
      await eventually('the old one is dropped', async () => {
        await knowledge.doJobsNow();
        const all = await knowledge.session.rows('SELECT number FROM knowledge.search_generations');
        return all.length === 1;
      });
      expect((await readdir(knowledge.searchFolder)).filter((name) => name.includes('-g1'))).toEqual([]);
      const rows = 'SELECT FROM knowledge.indexed_sources WHERE generation = 1';
      expect(await knowledge.session.rows(rows)).toEqual([]);
    }));

  it('is rebuilt when another model is configured, and searches by words alone until then', () =>
    inAWorld(async (knowledge) => {
      await knowledge.addReplica();
      await knowledge.searchIsComplete(1);
      const project = knowledge.aProject('auto_publish');
      const search = new TestSearch(knowledge, project);
      await published(project, 'Fares', 'A saver ticket is refunded within seven days.');
      await published(project, 'Weather', 'Rain and wind are expected in the north.');
      await search.finds('refunded', ['Fares']);
      expect(await search.titles('money back')).toEqual([]);
      await knowledge.stopReplica();
      await knowledge.addReplica({ EMBEDDINGS: 'packaged' });
      expect(await search.titles('refunded')).toEqual(['Fares']);
      await knowledge.searchIsComplete(2);
      expect((await search.titles('How do I get my money back?'))[0]).toBe('Fares');
    }));

  it('is embedded by a server, without which searches use words; vectors of another length rebuild it', () =>
    inAWorld(async (knowledge) => {
      const money = (text: string): number => (/refund|money/i.test(text) ? 1 : 0);
      const server = await EmbeddingsEndpoint.start((text) => [money(text), 1 - money(text), 0.1]);
      const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'secret' };
      await knowledge.addReplica({ ...settings, EMBEDDINGS_DIMENSIONS: '3' });
      const project = knowledge.aProject('auto_publish');
      const search = new TestSearch(knowledge, project);
      await published(project, 'Weather', 'Rain in the north.');
      await published(project, 'Fares', 'A ticket is refunded.');
      await eventually('its meaning is found', async () => (await search.titles('money'))[0] === 'Fares');
      expect(new Set(server.requests.map(({ authorization, model }) => `${authorization} ${model}`))).toEqual(
        new Set(['Bearer secret m']),
      );
      await knowledge.searchIsComplete(1);
      expect(await search.titles('money', { mode: 'words' })).toEqual([]);
      expect((await search.find('ticket money', { mode: 'words' }))[0]).toMatchObject({
        title: 'Fares',
        matched_by: { words: ['ticket'], nearness: null },
      });
      expect((await search.find('ticket money', { mode: 'meaning' }))[0]).toMatchObject({
        title: 'Fares',
        matched_by: { words: [], nearness: expect.closeTo(1) },
      });
      server.next.push({ status: 400, body: 'no' });
      expect(await search.titles('money once more', { mode: 'meaning' })).toEqual([]);
      server.next.push({ status: 400, body: 'no' }, { status: 400, body: 'no' });
      expect(await search.titles('another ticket')).toEqual(['Fares']);
      expect(await search.titles('money in another way')).toEqual([]);
      await knowledge.stopReplica();
      await knowledge.addReplica({ ...settings, EMBEDDINGS_DIMENSIONS: '4' });
      server.next.length = 0;
      expect(await search.titles('ticket')).toEqual(['Fares']);
      await server.close();
    }));

  it('keeps nothing of what was indexed before, nor of what was deleted', () =>
    inAWorld(async (knowledge) => {
      await knowledge.addReplica();
      await knowledge.searchIsComplete();
      const project = knowledge.aProject('auto_publish');
      const search = new TestSearch(knowledge, project);
      const slug = await published(project, 'Stays', 'The first mast.');
      const appended = Array.from({ length: 5 }, (_, n) => project.append(slug, `Mast number ${n}.`));
      const gone = await published(project, 'Goes', 'Another mast.');
      await search.finds('mast', ['Stays', 'Goes']);
      await project.remove(gone);
      await Promise.allSettled(appended);
      await eventually('one indexing is left', async () => {
        await knowledge.doJobsNow();
        return (await kept(knowledge, project, 1)).length === 1;
      });
      await search.finds('mast', ['Stays']);
    }));

  it.each([2, 3, 4, 5, 6])('is right in the end when the service is killed at commit %i', (nth) =>
    inAWorld(async (knowledge) => {
      await knowledge.settle();
      const project = knowledge.aProject('auto_publish');
      const search = new TestSearch(knowledge, project);
      const mortal = await knowledge.startMortal('pks.transaction.committed', nth);
      void published(project, 'Keel', 'A keel of oak.').catch(() => undefined);
      expect(await mortal.ended).toBe('SIGKILL');
      await knowledge.addReplica();
      const { results } = await project.list();
      if (!results.some(({ title }) => title === 'Keel')) await project.create('Keel');
      await project.append('keel', 'A keel of elm.');
      await search.finds('elm', ['Keel']);
      await eventually('one indexing is left', async () => {
        await knowledge.doJobsNow();
        return (await kept(knowledge, project, 1)).length === 1;
      });
      expect(await search.find('oak')).toEqual([]);
    }),
  );
});
