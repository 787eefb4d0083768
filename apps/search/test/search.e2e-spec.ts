import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, type TestProject, type TestDocuments } from '@pks/testing';
import { PassageStore } from '../src/search/passage-store.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let running: RunningSearch;

beforeAll(async () => {
  running = await RunningSearch.start(2);
});

afterAll(() => running.stop());

interface World {
  readonly project: TestProject;
  readonly documents: TestDocuments;
  readonly search: TestSearch;
}

function aWorld(mode: 'auto_publish' | 'manual_publish' = 'manual_publish'): World {
  const project = running.aProject(mode);
  return { project, documents: running.documentsOf(project), search: new TestSearch(running, project) };
}

const REFUNDS = '# Tickets\n\nBuy early.\n\n## Refunds\n\nA saver ticket is refunded within seven days.';
const markdown = (name: string, content: string) => ({ name, content, content_type: 'text/markdown' });

describe('a published artifact', () => {
  it('is found by the words of its passages, with its headings and its version', async () => {
    const { project, search } = aWorld();
    const { slug, id } = await project.create('Fares');
    await project.append(slug, 'Nothing yet.');
    await project.append(slug, REFUNDS);
    await project.publish(slug, 3);
    await search.finds('refunded', ['Fares']);
    expect(await search.find('When is a saver ticket refunded?', { top_k: 1 })).toEqual([
      {
        kind: 'artifact',
        id,
        slug,
        title: 'Fares',
        version_number: 3,
        page: null,
        heading: 'Tickets › Refunds',
        text: '## Refunds\n\nA saver ticket is refunded within seven days.',
        score: expect.any(Number),
        matched_by: { words: ['saver', 'ticket', 'Refunds'], nearness: null },
      },
    ]);
  });

  it('is found as it was last published, also after rolling back', async () => {
    const { project, search } = aWorld();
    const { slug } = await project.create('Pets');
    await project.append(slug, 'Dogs travel in kennels.');
    await project.append(slug, 'Parrots travel in cages.');
    expect(await search.find('kennels cages')).toEqual([]);
    await project.publish(slug, 2);
    await search.finds('kennels', ['Pets']);
    await project.publish(slug, 3);
    await search.finds('kennels', []);
    await search.finds('cages', ['Pets']);
    await project.publish(slug, 2);
    await search.finds('cages', []);
    await search.finds('kennels', ['Pets']);
  });

  it('is found when a project publishes automatically, under its new title, and no longer once it is deleted', async () => {
    const { project, search } = aWorld('auto_publish');
    const { slug } = await project.create('Bicycles');
    await project.append(slug, 'Racks hold twenty four of them.');
    await search.finds('racks', ['Bicycles']);
    await project.update(slug, { title: 'Velocipedes' });
    expect(await search.titles('racks')).toEqual(['Velocipedes']);
    await search.finds('velocipedes', ['Velocipedes']);
    await project.remove(slug);
    expect(await search.find('racks')).toEqual([]);
  });

  it('is found also by a search during which it is indexed again', async () => {
    const { project, search } = aWorld('auto_publish');
    const { slug } = await project.create('Bicycles');
    await project.append(slug, 'Racks hold twenty four of them.');
    await search.finds('racks', ['Bicycles']);
    const isIndexed = async (): Promise<boolean> => {
      const indexed = `SELECT FROM search.indexed_sources WHERE project_id = $1 AND name = 'Velocipedes'`;
      return (await running.session.rows(indexed, [project.id])).length > 0;
    };
    const spies = running.parts(PassageStore).map((store) => {
      const read = store.search.bind(store);
      return jest.spyOn(store, 'search').mockImplementationOnce(async (...query) => {
        const hits = await read(...query);
        await project.update(slug, { title: 'Velocipedes' });
        await eventually('it is indexed again', isIndexed);
        return hits;
      });
    });
    expect(await search.titles('racks')).toEqual(['Velocipedes']);
    for (const spy of spies) spy.mockRestore();
  });

  it('is indexed by the texts in a map, a list and a diagram', async () => {
    const { project, search } = aWorld('auto_publish');
    const map = { nodes: [{ id: 'n1', label: 'Harbours', note: 'Storms close Lerwick.' }], edges: [] };
    const { slug } = await project.create('Map of risks', { technical_type: 'mental_map' });
    await project.append(slug, map);
    await search.finds('storms close', ['Map of risks']);
    const [hit] = await search.find('storms close');
    expect(hit?.heading).toContain('Harbours');
  });

  it('is indexed whatever its lines are made of', async () => {
    const { project, search } = aWorld();
    await project.create('Notes');
    const hostile = ['# \t', '~~~', '```', '> ', '['].map((start) =>
      start.padEnd((1024 * 1024) / 8, start.at(-1)),
    );
    await project.append('notes', `# Harbours\n\nQuays.\n\n${hostile.join('\u2028x\n')}`);
    await project.publishHead('notes');
    await search.finds('quays', ['Notes']);
  });
});

describe('a document', () => {
  it('is active once it can be found, with the page and the heading', async () => {
    const { documents, search } = aWorld();
    const { id } = await documents.uploadOne(markdown('fares.md', REFUNDS));
    await eventually('it is indexed', async () => (await documents.get(id)).indexing_status === 'active');
    const [hit] = await search.find('saver ticket refunded');
    expect(hit).toMatchObject({
      kind: 'document',
      id,
      slug: null,
      title: 'fares.md',
      version_number: null,
      page: 1,
      heading: 'Tickets › Refunds',
    });
  });

  it('is shown under its new name immediately, and soon found by it; no longer once it is deleted', async () => {
    const { documents, search } = aWorld();
    const { id } = await documents.uploadOne(markdown('fares.md', REFUNDS));
    await search.finds('refunded', ['fares.md']);
    await documents.rename(id, 'Tariffa.md');
    expect(new Set(await search.titles('refunded'))).toEqual(new Set(['Tariffa.md']));
    await search.finds('tariffa', ['Tariffa.md']);
    await documents.remove(id);
    expect(await search.find('refunded')).toEqual([]);
  });

  it('leaves no passage behind when it is deleted, even while it is being indexed', async () => {
    const { documents } = aWorld();
    const long = Array.from({ length: 200 }, (_, n) => `Paragraph ${n} speaks of winches.`).join('\n\n');
    const uploaded = await documents.upload(markdown('a.md', long), markdown('b.md', long));
    await documents.bulkRemove(uploaded.map(({ id }) => id));
    const left = `SELECT FROM search.indexed_sources WHERE project_id = $1
      UNION ALL SELECT FROM knowledge.documents WHERE project_id = $1`;
    await eventually('nothing is left', async () => {
      return (await running.session.rows(left, [documents.id])).length === 0;
    });
  });

  it('is found by the current values of its metadata, ignoring case', async () => {
    const { documents, project, search } = aWorld('auto_publish');
    const [one] = await documents.upload(
      { ...markdown('one.md', 'Winches are greased.'), metadata: [['team', 'STRASSE']] },
      markdown('two.md', 'Winches are painted.'),
    );
    const { slug } = await project.create('Winches');
    await project.append(slug, 'Winches are sold.');
    await search.finds('winches', ['one.md', 'two.md', 'Winches']);
    expect(await search.titles('winches', { metadata_values: ['straße'] })).toEqual(['one.md']);
    await documents.addMetadata(one?.id ?? '', ['team', 'deck']);
    await documents.removePair(one?.id ?? '', 'team', 'STRASSE');
    expect(await search.titles('winches', { metadata_values: ['straße'] })).toEqual([]);
    expect(await search.titles('winches', { metadata_values: ['x', 'Deck'] })).toEqual(['one.md']);
    expect(await search.titles('winches', { metadata_values: ['deck'], kinds: ['artifact'] })).toEqual([]);
  });
});

describe('a search', () => {
  it("never finds another project's passages", async () => {
    const [mine, other] = [aWorld('auto_publish'), aWorld('auto_publish')];
    for (const [{ project }, title] of [
      [mine, 'Mine'],
      [other, 'Theirs'],
    ] as const) {
      const { slug } = await project.create(title);
      await project.append(slug, 'The tide gauge stands at the pier.');
    }
    await mine.search.finds('tide gauge', ['Mine']);
    await other.search.finds('tide gauge', ['Theirs']);
    expect(await mine.search.titles('Theirs tide gauge', { top_k: 100 })).toEqual(['Mine']);
  });

  it('searches the requested kinds, and returns no more than requested, the best first', async () => {
    const { documents, project, search } = aWorld('auto_publish');
    const { slug } = await project.create('Anchors');
    await project.append(
      slug,
      '# One\n\nAn anchor of iron.\n\n# Two\n\nAnchor chains.\n\n# Three\n\nOf ropes.',
    );
    await documents.uploadOne(markdown('anchors.md', 'An anchor anchors.'));
    await search.finds('anchor', ['Anchors', 'anchors.md']);
    expect(await search.titles('anchor', { kinds: ['document'] })).toEqual(['anchors.md']);
    expect(new Set(await search.titles('anchor', { kinds: ['artifact'] }))).toEqual(new Set(['Anchors']));
    const found = await search.find('anchor', { top_k: 2 });
    expect(found).toHaveLength(2);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });

  it('finds nothing in a new project, and accepts any text', async () => {
    const { search } = aWorld();
    expect(await search.find('anything')).toEqual([]);
    const { project } = aWorld('auto_publish');
    const { slug } = await project.create('Odd');
    await project.append(slug, 'Odd text.');
    const odd = new TestSearch(running, project);
    await odd.finds('odd', ['Odd']);
    for (const query of ['"', "' OR 1=1 --", '+-*/:()[]{}^~\\', '返金', '😀', 'a'.repeat(2_000)]) {
      expect(Array.isArray(await odd.find(query))).toBe(true);
    }
  });
});
