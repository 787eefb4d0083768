import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, Client } from '@pks/client';
import { World } from './support/world.ts';

const world = new World();
let client: Client;
let project_id: string;

beforeAll(async () => {
  client = new Client({ baseUrl: world.baseUrl, token: world.founderToken });
  project_id = (await world.project()).id;
});

async function collected<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

describe('the client', () => {
  it('reads a list over its pages', async () => {
    const path = { project_id };
    for (const feedback of ['one', 'two', 'three']) {
      await client.post('/projects/{project_id}/signals/', { path, body: { feedback } });
    }
    const list = client.items('/projects/{project_id}/signals/', { path, query: { limit: 2 } });
    expect((await collected(list)).map(({ feedback }) => feedback)).toEqual(['three', 'two', 'one']);
  });

  it('throws an error that knows its fields', async () => {
    const submit = client.post('/projects/{project_id}/signals/', {
      path: { project_id },
      body: { feedback: '' },
    });
    const error: unknown = await submit.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, fields: { feedback: [expect.any(String)] } });
  });

  it('uploads files, and reads one again', async () => {
    const form = new FormData();
    form.append(
      'files',
      new File(['# Refunds\n\nWithin 14 days.\n'], 'refunds.md', { type: 'text/markdown' }),
    );
    const path = { project_id };
    const [document] = await client.post('/projects/{project_id}/documents/bulk-upload/', {
      path,
      body: form,
    });
    const file = await client.file('/projects/{project_id}/documents/{document_id}/content/', {
      path: { project_id, document_id: document!.id },
    });
    expect(await file.text()).toContain('Within 14 days.');
  });

  it('reads the documents with a label over their pages', async () => {
    const path = { project_id };
    const form = new FormData();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) form.append('files', new File(['Text.'], name));
    form.append('files_metadata', JSON.stringify(Array(3).fill([['team', 'Claims']])));
    await client.post('/projects/{project_id}/documents/bulk-upload/', { path, body: form });
    const found = client.items('/projects/{project_id}/documents/filter-by-metadata/', {
      path,
      query: { limit: 2 },
      body: { metadata_values: ['claims'] },
    });
    expect((await collected(found)).map(({ name }) => name).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('does once what is repeated under one key', async () => {
    const submit = () =>
      client.post('/projects/{project_id}/signals/', {
        path: { project_id },
        body: { feedback: 'once' },
        idempotencyKey: `key-of-${project_id}`,
      });
    expect((await submit()).id).toBe((await submit()).id);
  });

  it('follows changes as they happen', async () => {
    const stream = client.events('/projects/{project_id}/notifications/stream/', { path: { project_id } });
    expect((await stream.next()).value).toMatchObject({ event: 'open' });
    const { api } = await world.member(project_id);
    await api.post(`/projects/${project_id}/signals/`, { feedback: 'new' });
    expect((await stream.next()).value).toMatchObject({ event: 'created', data: { status: 'unread' } });
    await stream.return();
  });
});
