import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound, statement } from '@pks/platform';
import { KnowledgeStore, parsed } from '../../test/knowledge-store.ts';

let store: KnowledgeStore;
beforeAll(async () => {
  store = await KnowledgeStore.open();
});
afterAll(() => store.close());

const PREDEFINED = 7;
const COLLATION = statement<{ collation_name: string }>(
  'test-collation',
  `SELECT collation_name::text FROM information_schema.columns
    WHERE table_schema = 'knowledge' AND table_name = 'artifacts' AND column_name = 'slug'`,
);

describe('the catalog', () => {
  it('lists what is in scope first, then by display order, then by slug', async () => {
    const project = await store.aProjectWith(
      { slug: 'out-b', inScope: false, displayOrder: 1 },
      { slug: 'out-a', inScope: false, displayOrder: 1 },
      { slug: 'last', displayOrder: 30 },
      { slug: 'tie-b', displayOrder: 20 },
      { slug: 'tie-a', displayOrder: 20 },
    );
    const slugs = await store.slugs(project);
    expect(slugs.slice(PREDEFINED)).toEqual(['tie-a', 'tie-b', 'last', 'out-a', 'out-b']);
  });

  it('orders slugs by their bytes, whatever the locale of the database', async () => {
    const project = await store.aProjectWith(
      { slug: 'ab', displayOrder: 20 },
      { slug: 'a-c', displayOrder: 20 },
      { slug: 'a1', displayOrder: 20 },
    );
    expect((await store.slugs(project)).slice(PREDEFINED)).toEqual(['a-c', 'a1', 'ab']);
    const [column] = await store.database.rows(COLLATION, []);
    expect(column?.collation_name).toBe('C');
  });

  it.each([
    ['in_scope', ['in']],
    ['out_of_scope', ['out']],
    ['all', ['in', 'out']],
  ] as const)('lists only %s when filtered by it', async (scope, expected) => {
    const project = await store.aProjectWith(
      { slug: 'in', displayOrder: 20 },
      { slug: 'out', inScope: false },
    );
    const page = await store.artifacts.list({ project_id: project, scope, limit: 100, offset: 0 });
    const slugs = page.results.filter(({ can_delete }) => can_delete).map(({ slug }) => slug);
    expect(slugs).toEqual(expected);
    expect(page.count).toBe(page.results.length);
  });

  it('of a project with nothing out of scope is empty when filtered by that', async () => {
    const request = { project_id: randomUUID(), scope: 'out_of_scope', limit: 100, offset: 0 } as const;
    expect(await store.artifacts.list(request)).toEqual({ count: 0, results: [] });
  });

  it('neither repeats nor skips a row between pages', async () => {
    const project = await store.aProjectWith(
      ...Array.from({ length: 6 }, (_, n) => ({ slug: `same-${n}`, displayOrder: 20 })),
    );
    const pages: string[] = [];
    for (let offset = 0; offset < 13; offset += 5)
      pages.push(...(await store.slugs(project, { limit: 5, offset })));
    expect(pages).toEqual(await store.slugs(project));
  });

  it('reports the total also past its end', async () => {
    const project = await store.aProjectWith({});
    const request = { project_id: project, scope: 'all', limit: 10, offset: 2_147_483_647 } as const;
    expect(await store.artifacts.list(request)).toEqual({ count: 8, results: [] });
  });

  it('shows no row of another project', async () => {
    const [one, other] = [
      await store.aProjectWith({ slug: 'mine' }),
      await store.aProjectWith({ slug: 'yours' }),
    ];
    expect(await store.slugs(one)).not.toContain('yours');
    expect(await store.slugs(other)).not.toContain('mine');
  });

  it('has rows with only the fields of an artifact', async () => {
    const project = await store.aProjectWith({ slug: 'churn', displayOrder: 20, definitionShort: 'Why' });
    const { results } = await store.artifacts.list({
      project_id: project,
      scope: 'all',
      limit: 1,
      offset: 7,
    });
    expect(results).toEqual([
      {
        id: expect.any(String),
        slug: 'churn',
        title: 'Churn',
        semantic_type: 'custom',
        technical_type: 'markdown',
        in_scope: true,
        display_order: 20,
        group: '',
        definition_short: 'Why',
        head_version_number: 0,
        head_updated_at: null,
        version_count: 0,
        published_version_number: null,
        can_delete: true,
      },
    ]);
  });
});

describe('an artifact in detail', () => {
  it.each([
    ['published', 1, 'one'],
    ['head', 3, 'three'],
    ['2', 2, 'two'],
    ['0000000002', 2, 'two'],
  ])('has the content of the requested version: %s', async (version, number, payload) => {
    const project = await store.aProjectWith({});
    await store.append(project, 'churn', 'one', true);
    await store.append(project, 'churn', 'two');
    await store.append(project, 'churn', 'three');
    const detail = parsed(await store.artifacts.detail(project, 'churn', version));
    expect(detail).toMatchObject({ selected_version_number: number, payload, head_version_number: 3 });
  });

  it.each(['0', '2', '2147483647', '2147483648', '99999999999999999999'])(
    'is not found for a number that no version has: %s',
    async (version) => {
      const { projectId } = await store.anArtifactWith(['one']);
      await expect(store.artifacts.detail(projectId, 'churn', version)).rejects.toThrow(NotFound);
    },
  );

  it.each(['published', 'head'])('has no content when there are no versions: %s', async (version) => {
    const project = await store.aProjectWith({});
    const detail = parsed(await store.artifacts.detail(project, 'churn', version));
    expect(detail).toMatchObject({ selected_version_number: null, payload: null });
  });

  it('has no content while nothing is published', async () => {
    const { projectId } = await store.anArtifactWith(['one']);
    const detail = parsed(await store.artifacts.detail(projectId, 'churn', 'published'));
    expect(detail).toMatchObject({ selected_version_number: null, payload: null, head_version_number: 1 });
  });

  it('is not found in another project', async () => {
    await store.aProjectWith({ slug: 'elsewhere' });
    const project = await store.aProjectWith();
    for (const read of [
      () => store.artifacts.detail(project, 'elsewhere', 'head'),
      () => store.artifacts.find(project, 'elsewhere'),
      () => store.database.transaction(() => store.artifacts.lock(project, 'elsewhere')),
    ])
      await expect(read()).rejects.toThrow(NotFound);
  });
});

describe('a stored artifact', () => {
  it('keeps its fields', async () => {
    const project = await store.aProjectWith({});
    await store.database.transaction(async () => {
      const artifact = await store.artifacts.lock(project, 'churn');
      artifact.change({ title: 'Retention', definition_long: 'l', in_scope: false });
      await store.artifacts.store(artifact);
    });
    const found = await store.artifacts.find(project, 'churn');
    expect(found).toMatchObject({ title: 'Retention', definitionLong: 'l', inScope: false });
  });

  it('stays in its project when another project has the same slug', async () => {
    const [one, other] = [await store.aProjectWith({}), await store.aProjectWith({})];
    await store.artifacts.remove(await store.artifacts.find(one, 'churn'));
    await expect(store.artifacts.find(one, 'churn')).rejects.toThrow(NotFound);
    expect(await store.artifacts.find(other, 'churn')).toMatchObject({ projectId: other });
  });

  it('is returned in UTC with milliseconds', async () => {
    const { projectId } = await store.anArtifactWith(['one']);
    const detail = parsed(await store.artifacts.detail(projectId, 'churn', 'head'));
    expect(detail['head_updated_at']).toBe('2026-11-21T12:00:00.000Z');
  });
});
