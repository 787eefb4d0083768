import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Log } from '@pks/platform';
import { EmbeddingsEndpoint, eventually } from '@pks/testing';
import { PassageEmbedding } from '../src/indexing/passage-embedding.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let server: EmbeddingsEndpoint;
let running: RunningSearch;
beforeAll(async () => {
  server = await EmbeddingsEndpoint.start(() => [1, 0, 0]);
  const settings = { EMBEDDINGS: server.url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_DIMENSIONS: '3' };
  running = await RunningSearch.start(1, settings);
});
afterAll(async () => {
  await running.stop();
  await server.close();
});

describe('a passage that the embeddings server refuses', () => {
  it('is found by its words alone, and a warning names its source; the others get their meaning', async () => {
    const [embedding] = running.parts(PassageEmbedding);
    const warn = jest.spyOn(Reflect.get(embedding ?? {}, 'log') as Log, 'warn');
    const project = running.aProject();
    const documents = running.documentsOf(project);
    server.forbidden = 'Bollards';
    const content = '# Ropes\n\nHawsers of hemp.\n\n# Iron\n\nBollards of iron.\n';
    const file = { name: 'quay.md', content_type: 'text/markdown', content };
    const { id: source_id } = await documents.uploadOne(file);
    await eventually('it is indexed', async () => {
      return (await documents.get(source_id)).indexing_status === 'active';
    });
    const search = new TestSearch(running, project);
    const texts = async (query: string, mode: string): Promise<string[]> =>
      (await search.find(query, { mode })).map(({ text }) => text);
    expect(await texts('bollards', 'words')).toEqual(['# Iron\n\nBollards of iron.']);
    expect(await texts('quayside', 'meaning')).toEqual(['# Ropes\n\nHawsers of hemp.']);
    const reason = 'The embeddings endpoint answered 400: forbidden';
    expect(warn.mock.calls).toEqual([
      [
        { project_id: project.id, kind: 'document', source_id, passages: 1, reason },
        'passages refused, finding them by words alone',
      ],
    ]);
  });
});
