import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeStore } from '../../test/knowledge-store.ts';

let store: KnowledgeStore;
beforeAll(async () => {
  store = await KnowledgeStore.open();
});
afterAll(() => store.close());

/** The stored count that each list reports. */
async function reported(project_id: string): Promise<object> {
  const page = { project_id, limit: 1, offset: 0 };
  const counts = await Promise.all([
    store.artifacts.list({ ...page, scope: 'in_scope' }),
    store.artifacts.list({ ...page, scope: 'out_of_scope' }),
    store.artifacts.list({ ...page, scope: 'all' }),
    store.changelog.list(page),
  ]);
  const [in_scope, out_of_scope, all, changes] = counts.map(({ count }) => count);
  return { in_scope, out_of_scope, all, changes };
}

const PREDEFINED = 7;

describe('the number of artifacts and changes of a project', () => {
  it('follows what is added, taken out of scope and deleted', async () => {
    const project = await store.aProjectWith({ slug: 'churn' }, { slug: 'pricing', inScope: false });
    expect(await reported(project)).toEqual({
      in_scope: PREDEFINED + 1,
      out_of_scope: 1,
      all: PREDEFINED + 2,
      changes: 0,
    });
    await store.database.transaction(async () => {
      const artifact = await store.artifacts.lock(project, 'churn');
      artifact.inScope = false;
      await store.artifacts.store(artifact);
      await store.changelog.add(artifact, store.caller, 'Out of scope.');
    });
    await store.artifacts.remove(await store.artifacts.find(project, 'pricing'));
    expect(await reported(project)).toEqual({
      in_scope: PREDEFINED,
      out_of_scope: 1,
      all: PREDEFINED + 1,
      changes: 1,
    });
  });

  it('is exact after forty concurrent writes', async () => {
    const project = await store.aProjectWith({ slug: 'churn' });
    const names = Array.from({ length: 20 }, (_, index) => `artifact-${index}`);
    await Promise.all(names.map((slug) => store.append(project, 'churn', slug)));
    const other = await store.aProjectWith(...names.map((slug) => ({ slug })));
    await Promise.all(names.map((slug) => store.append(other, slug, 'text')));
    expect(await reported(project)).toMatchObject({ all: PREDEFINED + 1, changes: 20 });
    expect(await reported(other)).toMatchObject({ all: PREDEFINED + 20, changes: 20 });
  });

  it('does not change with a write that fails', async () => {
    const project = await store.aProjectWith({ slug: 'churn' });
    const failing = store.database.transaction(async () => {
      const artifact = await store.artifacts.lock(project, 'churn');
      await store.changelog.add(artifact, store.caller, 'Deleted.');
      await store.artifacts.remove(artifact);
      throw new Error('as if the process had lost its connection');
    });
    await expect(failing).rejects.toThrow('as if');
    expect(await reported(project)).toMatchObject({ all: PREDEFINED + 1, changes: 0 });
  });
});
