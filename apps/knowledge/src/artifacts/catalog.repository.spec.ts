import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_NUMBER } from '@pks/contracts';
import { KnowledgeStore } from '../../test/knowledge-store.ts';

let store: KnowledgeStore;
beforeAll(async () => {
  store = await KnowledgeStore.open();
});
afterAll(() => store.close());

const PREDEFINED = [
  ['brief', 'brief', 'markdown'],
  ['project-plan', 'project_plan', 'markdown'],
  ['general-knowledge', 'general_knowledge', 'markdown'],
  ['library-description', 'library_description', 'markdown'],
  ['mental-map', 'mental_map', 'mental_map'],
  ['playbooks', 'playbooks', 'playbook_list'],
  ['design-templates', 'design_templates', 'design_template_list'],
];

const catalogOf = (project: string) =>
  store.artifacts.list({ project_id: project, scope: 'all', limit: 100, offset: 0 });

describe('the catalog of a new project', () => {
  it('contains one artifact of each predefined type', async () => {
    const { count, results } = await catalogOf(randomUUID());
    expect(count).toBe(7);
    expect(results.map((one) => [one.slug, one.semantic_type, one.technical_type])).toEqual(PREDEFINED);
    for (const one of results) {
      expect(one).toMatchObject({
        in_scope: true,
        group: '',
        can_delete: false,
        head_version_number: 0,
        head_updated_at: null,
        version_count: 0,
        published_version_number: null,
      });
    }
  });

  it('is created once, and completely, when twenty request it concurrently', async () => {
    const project = randomUUID();
    const pages = await Promise.all(Array.from({ length: 20 }, () => catalogOf(project)));
    expect(pages.map(({ count }) => count)).toEqual(Array(20).fill(7));
    const ids = new Set(pages.flatMap(({ results }) => results.map(({ id }) => id)));
    expect(ids.size).toBe(7);
  });

  it('exists whatever is requested first', async () => {
    const first = [
      (project: string) => store.artifacts.find(project, 'brief'),
      (project: string) => store.artifacts.detail(project, 'brief', 'published'),
      (project: string) => store.append(project, 'brief', 'text'),
      (project: string) =>
        store.versions.history({ project_id: project, slug: 'brief', limit: 20, offset: 0 }),
      (project: string) => store.catalogs.takeDisplayOrder(project),
      (project: string) => store.artifacts.detail(project, 'missing', 'published').catch(() => undefined),
    ];
    for (const ask of first) {
      const project = randomUUID();
      await ask(project);
      expect((await catalogOf(project)).count).toBe(7);
    }
  });

  it('is not left partly created by a write that fails', async () => {
    const project = randomUUID();
    const failing = store.database.transaction(async () => {
      await store.artifacts.lock(project, 'brief');
      throw new Error('The write fails.');
    });
    await expect(failing).rejects.toThrow('The write fails.');
    expect((await catalogOf(project)).count).toBe(7);
  });
});

describe('a place in the catalog', () => {
  it('comes after all others', async () => {
    const project = randomUUID();
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(8);
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(9);
  });

  it('comes after artifacts that were moved back by hand', async () => {
    const project = await store.aProjectWith({ displayOrder: 500 });
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(501);
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(502);
  });

  it('is not reused after its artifact is deleted', async () => {
    const project = randomUUID();
    const place = await store.catalogs.takeDisplayOrder(project);
    expect(await store.catalogs.takeDisplayOrder(project)).toBeGreaterThan(place);
  });

  it('is shared at the end of the integers', async () => {
    const project = await store.aProjectWith({ displayOrder: MAX_NUMBER });
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(MAX_NUMBER - 1);
    expect(await store.catalogs.takeDisplayOrder(project)).toBe(MAX_NUMBER - 1);
  });

  it('is never given to two concurrent writers', async () => {
    const project = randomUUID();
    const places = await Promise.all(
      Array.from({ length: 20 }, () => store.catalogs.takeDisplayOrder(project)),
    );
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 8));
  });
});
