import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, type StreamEvent, Unreachable } from '../src/index.ts';
import { ScriptedApi, answer, events, lost } from './scripted-api.ts';

const api = new ScriptedApi();
const PROJECT = { project_id: 'p' };
let client: Client;

beforeAll(async () => {
  client = await api.start();
});
afterAll(() => api.stop());

async function namesOf(stream: AsyncIterable<StreamEvent>): Promise<string[]> {
  const names: string[] = [];
  for await (const { event } of stream) names.push(event);
  return names;
}

describe('a retry', () => {
  it('of a change has the same key', async () => {
    api.script(lost, answer(200, {}));
    await client.patch('/projects/{project_id}/', { path: PROJECT, body: { name: 'Another' } });
    const keys = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it('is not made of a new password that may have counted', async () => {
    api.script(lost, answer(200, {}));
    const body = { token: 't', password: 'a password' };
    await expect(client.post('/auth/password-reset/confirm/', { body })).rejects.toThrow(Unreachable);
    expect(api.received).toHaveLength(1);
  });

  it('is not made where the service asks for it at a time for which there is no patience', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    api.script(answer(503, { error: 'Later.' }, { 'retry-after': inAnHour }), answer(200, {}));
    await expect(client.get('/users/me/')).rejects.toMatchObject({ status: 503 });
    expect(api.received).toHaveLength(1);
  });
});

describe('a stream', () => {
  const STREAM = '/projects/{project_id}/notifications/stream/';
  const END = 'event: end\ndata: {}';

  it('is opened again however often it ends without a reason', async () => {
    api.script(...Array.from({ length: 5 }, () => events([])), events([END]));
    expect(await namesOf(client.events(STREAM, { path: PROJECT }))).toEqual(['end']);
    expect(api.received).toHaveLength(6);
  });

  it('has the headers of its call also where it continues', async () => {
    api.script(events(['id: 1\nevent: open\ndata: {}']), events([END]));
    const headers = { 'x-impersonate-email': 'a@b.test' };
    expect(await namesOf(client.events(STREAM, { path: PROJECT, headers }))).toEqual(['open', 'end']);
    expect(api.received).toMatchObject([{ headers }, { headers: { ...headers, 'last-event-id': '1' } }]);
  });
});
