import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeStore } from '../../test/knowledge-store.ts';

let store: KnowledgeStore;
beforeAll(async () => {
  store = await KnowledgeStore.open();
});
afterAll(() => store.close());

const list = (project: string, limit = 100, offset = 0) =>
  store.changelog.list({ project_id: project, limit, offset });

/** Writes to one artifact, once for each description. */
async function writes(...descriptions: string[]): Promise<string> {
  const project = await store.aProjectWith({});
  for (const description of descriptions) {
    await store.database.transaction(async () => {
      const artifact = await store.artifacts.lock(project, 'churn');
      await store.changelog.add(artifact, store.caller, description);
      await store.artifacts.store(artifact);
    });
  }
  return project;
}

describe('the changelog', () => {
  it('lists the newest first, though the clock stands still', async () => {
    const project = await writes('one', 'two', 'three');
    const { count, results } = await list(project);
    expect(count).toBe(3);
    expect(results.map(({ description }) => description)).toEqual(['three', 'two', 'one']);
    expect(results[2]).toEqual({
      id: expect.any(String),
      description: 'one',
      created_at: '2026-11-21T12:00:00.000Z',
      user_email: store.caller.email,
    });
  });

  it('has pages that report the number of all entries, also past the end', async () => {
    const project = await writes('one', 'two', 'three');
    const page = await list(project, 2, 2);
    expect([page.count, page.results.map(({ description }) => description)]).toEqual([3, ['one']]);
    expect(await list(project, 2, 3)).toEqual({ count: 3, results: [] });
  });

  it('is empty at first', async () => {
    expect(await list(await store.aProjectWith())).toEqual({ count: 0, results: [] });
  });

  it('lists nothing of another project', async () => {
    const [one, other] = [await writes('mine'), await writes('yours')];
    expect((await list(one)).results.map(({ description }) => description)).toEqual(['mine']);
    expect((await list(other)).results.map(({ description }) => description)).toEqual(['yours']);
  });

  it('is not written when the write that it describes fails', async () => {
    const project = await writes('one');
    const failing = store.database.transaction(async () => {
      await store.changelog.add(await store.artifacts.lock(project, 'churn'), store.caller, 'two');
      throw new Error('The write fails.');
    });
    await expect(failing).rejects.toThrow();
    expect((await list(project)).count).toBe(1);
  });
});
