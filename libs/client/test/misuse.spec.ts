import { expect, it } from '@jest/globals';
import type { Client, Item, Schemas } from '../src/index.ts';

const PROJECT = { path: { project_id: 'x' } };

/** Never run: the compiler reads it, and each line that should not compile has to fail. */
export function misuse(client: Client): unknown[] {
  return [
    // @ts-expect-error no such path
    client.get('/projekts/'),
    // @ts-expect-error the path has no PATCH
    client.patch('/auth/token/'),
    // @ts-expect-error its parameter is missing
    client.get('/projects/{project_id}/signals/'),
    // @ts-expect-error no such filter
    client.get('/projects/{project_id}/signals/', { ...PROJECT, query: { colour: 'red' } }),
    // @ts-expect-error a required field is missing
    client.post('/projects/{project_id}/signals/', { ...PROJECT, body: { is_positive: true } }),
    // @ts-expect-error a body of another type
    client.post('/projects/{project_id}/documents/bulk-upload/', { ...PROJECT, body: { files: [] } }),
    // @ts-expect-error one object is no list
    client.items('/projects/{project_id}/', PROJECT),
    // @ts-expect-error a search of documents has a body
    client.items('/projects/{project_id}/documents/filter-by-metadata/', PROJECT),
    // @ts-expect-error a list that is read by GET has none
    client.pages('/projects/{project_id}/signals/', { ...PROJECT, body: { feedback: 'x' } }),
    // @ts-expect-error what a search finds has no pages
    client.items('/projects/{project_id}/search/', { ...PROJECT, body: { query: 'x' } }),
    // @ts-expect-error a list is no stream
    client.events('/projects/{project_id}/signals/', PROJECT),
  ];
}

it('knows what the items of a list are', () => {
  const status: Item<'/projects/{project_id}/signals/'>['status'] = 'to_review';
  const same: Schemas['Signal']['status'] = status;
  const name: Item<'/projects/{project_id}/documents/filter-by-metadata/'>['name'] = 'a.txt';
  const ofDocument: Schemas['DocumentItem']['name'] = name;
  expect([same, ofDocument]).toEqual(['to_review', 'a.txt']);
});
