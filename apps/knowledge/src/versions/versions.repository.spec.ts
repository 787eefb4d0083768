import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import { KnowledgeStore, parsed } from '../../test/knowledge-store.ts';

let store: KnowledgeStore;
beforeAll(async () => {
  store = await KnowledgeStore.open();
});
afterAll(() => store.close());

const MIB = 1024 * 1024;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `text ${n + 1}`);
const history = (project: string, limit = 20, offset = 0) =>
  store.versions.history({ project_id: project, slug: 'churn', limit, offset });

describe('the content of a version', () => {
  it.each([
    ['the order of keys', '{"z":1,"a":{"y":2,"b":[3,{"x":4,"c":5}]}}'],
    ['other scripts', '{"текст":"世界 😀 مرحبا","e\u0301":"é"}'],
    ['escapes', '{"a":"\\" \\\\ / \\n \\t \\u0001 \u2028"}'],
    ['numbers', '{"a":[0,-1,1.5,1e+21,1e-7,9007199254740991]}'],
    ['emptiness', '{"":"","a":[],"b":{},"c":null}'],
    ['texts that look like JSON', '{"a":"{\\"b\\":null}","c":"null"}'],
    ['what looks like SQL', '{"a":"\'; DROP TABLE artifacts; -- $1 ${x} %s"}'],
    ['keys of every object', '{"constructor":1,"toString":null,"payload":"x","@instanceof":1}'],
  ])('comes back byte for byte: %s', async (_, json) => {
    const { projectId } = await store.anArtifactWith([JSON.parse(json) as object]);
    const request = { project_id: projectId, slug: 'churn', version_number: 1 };
    expect((await store.versions.view(request)).text).toContain(`"payload":${json}}`);
    expect((await store.artifacts.detail(projectId, 'churn', 'head')).text).toContain(`"payload":${json}}`);
  });

  it('comes back whole when it is as large as a request may be', async () => {
    const text = '4 MiB of 世界\n'.repeat((4 * MIB) / 16);
    const { projectId } = await store.anArtifactWith([text]);
    const version = await store.versions.view({ project_id: projectId, slug: 'churn', version_number: 1 });
    expect(parsed(version)['payload'] === text).toBe(true);
  });
});

describe('a version', () => {
  it('is not found in another project, under another artifact, or by another number', async () => {
    const { projectId } = await store.anArtifactWith(['one']);
    const other = await store.anArtifactWith(['one'], { slug: 'other' });
    for (const [project_id, slug, version_number] of [
      [other.projectId, 'churn', 1],
      [projectId, 'other', 1],
      [projectId, 'churn', 0],
      [projectId, 'churn', 2],
      [projectId, 'churn', 2_147_483_647],
    ] as const)
      await expect(store.versions.view({ project_id, slug, version_number })).rejects.toThrow(NotFound);
    await expect(store.versions.require(other, 2)).rejects.toThrow(NotFound);
  });
});

describe('the history', () => {
  it('lists the newest version first, without their content', async () => {
    const { projectId } = await store.anArtifactWith(numbered(3));
    const { count, results } = await history(projectId);
    expect(count).toBe(3);
    expect(results.map(({ version_number }) => version_number)).toEqual([3, 2, 1]);
    expect(results[0]).toEqual({
      id: expect.any(String),
      version_number: 3,
      short_name: '',
      change_summary: '',
      edit_source: '',
      created_at: '2026-11-21T12:00:00.002Z',
      created_by_email: 'ana@example.test',
      conversation: null,
      changelog_entry: {
        id: expect.any(String),
        description: 'Appended to churn.',
        created_at: '2026-11-21T12:00:00.002Z',
        user_email: 'ana@example.test',
      },
    });
  });

  it('has pages that report the number of all versions, also past the end', async () => {
    const { projectId } = await store.anArtifactWith(numbered(5));
    const numbers = async (limit: number, offset: number): Promise<unknown> => {
      const { count, results } = await history(projectId, limit, offset);
      return [count, results.map(({ version_number }) => version_number)];
    };
    expect(await numbers(2, 0)).toEqual([5, [5, 4]]);
    expect(await numbers(2, 4)).toEqual([5, [1]]);
    expect(await numbers(2, 5)).toEqual([5, []]);
  });

  it('is empty without versions, and not found without the artifact', async () => {
    const project = await store.aProjectWith({});
    expect(await history(project)).toEqual({ count: 0, results: [] });
    await expect(history(await store.aProjectWith())).rejects.toThrow(NotFound);
  });

  it('contains nothing of another project', async () => {
    const [one, other] = [await store.anArtifactWith(['a', 'b']), await store.anArtifactWith(['c'])];
    expect((await history(one.projectId)).count).toBe(2);
    expect((await history(other.projectId)).count).toBe(1);
  });
});

describe('publications', () => {
  it('are listed newest first, each from where the previous one went, though the clock stands still', async () => {
    const project = await store.aProjectWith({});
    for (const text of numbered(6)) await store.append(project, 'churn', text, true);
    const artifact = await store.artifacts.find(project, 'churn');
    const page = (limit: number, offset: number) =>
      store.versions.publications(artifact, { project_id: project, slug: 'churn', limit, offset });
    const { count, results } = await page(100, 0);
    expect(count).toBe(6);
    expect(results.map((one) => [one.from_version_number, one.to_version_number])).toEqual([
      [5, 6],
      [4, 5],
      [3, 4],
      [2, 3],
      [1, 2],
      [null, 1],
    ]);
    expect(await page(2, 4)).toEqual({ count: 6, results: results.slice(4) });
    expect(await page(2, 6)).toEqual({ count: 6, results: [] });
  });

  it('contain nothing of another artifact or project', async () => {
    const [one, other] = [await store.aProjectWith({}, { slug: 'two' }), await store.aProjectWith({})];
    await store.append(one, 'churn', 'a', true);
    await store.append(one, 'two', 'a', true);
    await store.append(other, 'churn', 'a', true);
    const artifact = await store.artifacts.find(one, 'churn');
    const request = { project_id: one, slug: 'churn', limit: 100, offset: 0 };
    expect((await store.versions.publications(artifact, request)).count).toBe(1);
  });
});
