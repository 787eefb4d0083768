import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, DocumentItem, FoundPassage, Interview, Project } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { formOf } from './support/forms.ts';
import { type Person, World } from './support/world.ts';

const world = new World();

let project: Project;
let viewer: Person;
let path: string;

beforeAll(async () => {
  project = await world.project();
  viewer = await world.member(project.id);
  path = `/projects/${project.id}/search/`;
});

async function find(query: string, more: object = {}): Promise<FoundPassage[]> {
  const { body, status } = await viewer.api.post<FoundPassage[]>(path, { query, ...more });
  expect(status).toBe(200);
  return body;
}

/** Waits until exactly these are found. */
function finds(query: string, ...titles: string[]): Promise<void> {
  return eventually(
    `"${query}" finds [${titles.join()}]`,
    async () => (await find(query)).map(({ title }) => title).join() === titles.join(),
  );
}

describe('the content of a project', () => {
  it('is found by a member: passages of a document, until it is deleted', async () => {
    const form = formOf([{ name: 'Plan.md', content: '# Plan\n\n## Refunds\n\nRefunds take 5 days.' }]);
    const documents = `/projects/${project.id}/documents/`;
    const { body } = await viewer.api.post<DocumentItem[]>(`${documents}bulk-upload/`, form);
    await finds('refunds days', 'Plan.md');
    expect(await find('refunds days')).toEqual([
      {
        kind: 'document',
        id: body[0]?.id,
        slug: null,
        title: 'Plan.md',
        version_number: null,
        page: 1,
        heading: 'Plan › Refunds',
        text: expect.stringContaining('Refunds take 5 days.'),
        score: expect.any(Number),
        matched_by: { words: ['Refunds', 'days'], nearness: null },
      },
    ]);
    await world.founder.delete(`${documents}${body[0]?.id ?? ''}/`);
    expect(await find('refunds days')).toEqual([]);
  });

  it('is found as published, also after rolling back', async () => {
    const artifacts = `/projects/${project.id}/artifacts/`;
    const created = { title: 'Kennels', technical_type: 'markdown' };
    const { slug } = (await world.founder.post<ArtifactDetail>(artifacts, created)).body;
    const versions = `${artifacts}${slug}/versions/`;
    await world.founder.post(versions, { payload: 'Sixteen kennels on deck five.' });
    await world.founder.post(versions, { payload: 'Twenty hutches on deck six.' });
    await world.founder.post(`${versions}2/publish/`);
    await finds('kennels hutches deck', 'Kennels');
    expect((await find('kennels'))[0]).toMatchObject({
      kind: 'artifact',
      slug,
      version_number: 2,
      page: null,
    });
    await world.founder.post(`${versions}3/publish/`);
    await eventually(
      'the new version is found',
      async () => (await find('hutches'))[0]?.version_number === 3,
    );
    await world.founder.post(`${versions}2/publish/`);
    await eventually(
      'the old version is found again',
      async () => (await find('deck'))[0]?.version_number === 2,
    );
  });

  it('is found in completed interviews by those who may see them, until they are deleted', async () => {
    const interviews = `/projects/${project.id}/interviews/`;
    const talk = { name: 'Talk', transcript: 'Host: Why?\nAna: The gangway rattles.' };
    const { id } = (await world.founder.post<Interview>(`${interviews}import/`, talk)).body;
    const found = async () =>
      (await world.founder.post<FoundPassage[]>(path, { query: 'rattles' })).body.map(({ kind }) => kind);
    await eventually('an admin finds it', async () => (await found()).join() === 'interview');
    expect(await find('rattles')).toEqual([]);
    await world.founder.delete(`${interviews}${id}/`);
    await eventually('it is gone', async () => (await found()).length === 0);
  });

  it('is never found by others', async () => {
    expect((await world.stranger.post(path, { query: 'kennels' })).status).toBe(403);
    const other = await world.project();
    const answer = await world.founder.post(`/projects/${other.id}/search/`, { query: 'kennels' });
    expect([answer.status, answer.body]).toEqual([200, []]);
  });

  it.each([
    ['no question', {}, 'query'],
    ['an empty question', { query: ' ' }, 'query'],
    ['a question too long', { query: 'a'.repeat(2_001) }, 'query'],
    ['a question that is no text', { query: 7 }, 'query'],
    ['no passages', { query: 'a', top_k: 0 }, 'top_k'],
    ['too many passages', { query: 'a', top_k: 101 }, 'top_k'],
    ['an unknown mode', { query: 'a', mode: 'magic' }, 'mode'],
    ['an unknown kind', { query: 'a', kinds: ['signal'] }, 'kinds.0'],
    ['values that are no list', { query: 'a', metadata_values: 'sales' }, 'metadata_values'],
  ])('is refused for %s', async (_what, body, key) => {
    const answer = await viewer.api.post<object>(path, body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error', key]]);
  });
});
