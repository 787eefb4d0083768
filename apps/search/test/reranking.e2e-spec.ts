import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RerankingEndpoint, type TestProject } from '@pks/testing';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let running: RunningSearch;
let server: RerankingEndpoint;
let project: TestProject;
let search: TestSearch;

beforeAll(async () => {
  server = await RerankingEndpoint.start((text) => (text.includes('parrots') ? 0.9 : 0.1));
  running = await RunningSearch.start(1, { RERANKER: server.url, RERANKER_API_KEY: 'secret' });
  project = running.aProject('auto_publish');
  search = new TestSearch(running, project);
  const texts = {
    Dogs: 'Dogs travel, travel and travel.',
    Birds: 'Cages of parrots travel beside crates and luggage.',
  };
  for (const [title, text] of Object.entries(texts)) {
    const { slug } = await project.create(title);
    await project.append(slug, text);
  }
  await search.finds('travel', ['Birds', 'Dogs'], { mode: 'words' });
});

afterAll(async () => {
  await running.stop();
  await server.close();
});

beforeEach(() => {
  server.requests.length = 0;
});

describe('a search with a reranker', () => {
  it('by words keeps its own order', async () => {
    expect(await search.titles('travel', { mode: 'words' })).toEqual(['Dogs', 'Birds']);
    expect(server.requests).toEqual([]);
  });

  it('by both ways has the order and the scores of the reranker, which reads passages with their titles', async () => {
    const found = await search.find('travel', { top_k: 1 });
    expect(found).toMatchObject([{ title: 'Birds', score: 0.9, matched_by: { words: ['travel'] } }]);
    expect(server.requests).toMatchObject([
      { authorization: 'Bearer secret', model: 'rerank-v3.5', query: 'travel', top_n: 2 },
    ]);
    expect(server.requests[0]?.documents.map((text) => text.split('\n')[0])).toEqual(['Dogs', 'Birds']);
  });

  it('sends it nothing that the caller may not find', async () => {
    const other = new TestSearch(running, running.aProject());
    expect(await other.find('travel')).toEqual([]);
    expect(server.requests.flatMap(({ documents }) => documents)).toEqual([]);
  });

  it('has its own order while the reranker does not answer', async () => {
    server.next.push({ status: 500, body: '{}' });
    expect(await search.titles('travel')).toEqual(['Dogs', 'Birds']);
    expect(server.requests).toHaveLength(1);
  });
});
