import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, Client, Unreachable } from '../src/index.ts';
import { ScriptedApi, answer, brokenOff, events, lost } from './scripted-api.ts';

const api = new ScriptedApi();
const PROJECT = { project_id: 'a project' };
const SIGNAL = { path: PROJECT, body: { feedback: 'The price is wrong.' } };
const SIGNALS = '/projects/{project_id}/signals/';
let client: Client;

beforeAll(async () => {
  client = await api.start();
});
afterAll(() => api.stop());

async function collected<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('fills in its path and query, and is signed in by the token', async () => {
    api.script(answer(200, { count: 0, next: null, previous: null, results: [] }));
    await client.get(SIGNALS, { path: { project_id: 'a/b' }, query: { search: 'ä & b', limit: 5 } });
    expect(api.received[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/projects/a%2Fb/signals/?search=%C3%A4+%26+b&limit=5',
      headers: { authorization: 'Bearer T' },
    });
  });

  it('leaves out of its query what has no value', async () => {
    api.script(answer(200, {}));
    const none: unknown = undefined;
    await client.get(SIGNALS, { path: PROJECT, query: { search: none as string, limit: 5 } });
    expect(api.received[0]).toMatchObject({ path: '/api/v1/projects/a%20project/signals/?limit=5' });
  });

  it('is not made where a parameter of its path is missing or would lead elsewhere', async () => {
    api.script(answer(200, {}));
    for (const name of ['..', '.', '', undefined, null]) {
      const path = { ...PROJECT, signal_id: name as string };
      const call = client.get('/projects/{project_id}/signals/{signal_id}/', { path });
      expect(await failure(call)).toBeInstanceOf(TypeError);
    }
    expect(api.received).toEqual([]);
  });

  it('leads to the same path with a slash behind the address of the service', async () => {
    const addresses: unknown[] = [];
    const fetch = (address: unknown): Promise<Response> => {
      addresses.push(address);
      return Promise.resolve(Response.json({}));
    };
    await new Client({ baseUrl: 'http://a.test/api/v1/', fetch }).get('/users/me/');
    expect(addresses).toEqual(['http://a.test/api/v1/users/me/']);
  });

  it('has no value where the answer has no body', async () => {
    api.script(answer(204));
    expect(await client.delete('/auth/token/')).toBeUndefined();
  });

  it('shows that a file is unchanged, and throws that of what is read whole', async () => {
    const headers = { 'if-none-match': '"1"' };
    const document = { path: { ...PROJECT, document_id: 'd' }, headers };
    api.script(answer(304, undefined, { etag: '"1"' }), answer(304));
    const file = await client.file('/projects/{project_id}/documents/{document_id}/content/', document);
    expect([file.status, file.headers.get('etag')]).toEqual([304, '"1"']);
    expect(api.received[0]).toMatchObject({ headers });
    expect(await failure(client.get('/users/me/', { headers }))).toMatchObject({ status: 304 });
  });

  it('throws what is wrong with each field', async () => {
    const body = { error: 'Blank.', feedback: ['Blank.'], hint: 1 };
    api.script(answer(400, body, { 'x-request-id': 'r1' }));
    const error = await failure(client.post(SIGNALS, SIGNAL));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      message: 'Blank.',
      fields: { feedback: ['Blank.'] },
      body,
      requestId: 'r1',
    });
    expect((error as ApiError).of('feedback')).toBe('Blank.');
  });

  it('takes only lists of sentences for what is wrong with fields', async () => {
    api.script(answer(400, { error: 'No.', feedback: ['Blank.'], places: [1], both: ['x', 1] }));
    expect(await failure(client.get('/users/me/'))).toHaveProperty('fields', { feedback: ['Blank.'] });
  });

  it('throws what a proxy says without JSON', async () => {
    api.script((response) => response.writeHead(418).end('<html>'));
    expect(await failure(client.get('/users/me/'))).toMatchObject({
      status: 418,
      message: 'The service answered 418.',
    });
  });

  it.each([
    [413, 'A proxy in front of the service accepts nothing so large (413).'],
    [502, 'A proxy does not reach the service at the moment (502).'],
    [503, 'A proxy does not reach the service at the moment (503).'],
    [504, 'A proxy did not wait for the answer of the service (504).'],
  ])('says what the page of a proxy stands for: %i', async (status, message) => {
    const page: Parameters<typeof api.script>[0] = (response) => response.writeHead(status).end('<html>');
    api.script(page, page, page);
    expect(await failure(client.get('/users/me/'))).toMatchObject({ status, message });
  });
});

describe('a call without a token', () => {
  const LOGIN = { body: { email: 'a@b.test', password: 'a password' } };

  async function sessionHeader(): Promise<string | null> {
    let sent: string | null = null;
    const fetch = (_address: unknown, init?: RequestInit): Promise<Response> => {
      sent = new Headers(init?.headers).get('x-session');
      return Promise.resolve(Response.json({ token: 'T' }));
    };
    const anonymous = new Client({ baseUrl: 'http://a.test/api/v1', fetch });
    expect(await anonymous.post('/auth/token/', LOGIN)).toEqual({ token: 'T' });
    return sent;
  }

  it('gets the token of a login in its answer: programs keep no cookies', async () => {
    expect(await sessionHeader()).toBeNull();
  });

  it('has its session in a cookie in a page', async () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(await sessionHeader()).toBe('cookie');
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});

describe('a retry', () => {
  it('follows an answer that says when, under the same key', async () => {
    api.script(answer(503, {}, { 'retry-after': '0' }), answer(429, {}), answer(201, { id: 'x' }));
    expect(await client.post(SIGNALS, SIGNAL)).toEqual({ id: 'x' });
    const keys = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
  });

  it('follows a connection that broke, with the same body', async () => {
    api.script(lost, answer(201, { id: 'x' }));
    expect(await client.post(SIGNALS, SIGNAL)).toEqual({ id: 'x' });
    expect(api.received.map(({ body }) => body)).toEqual([
      JSON.stringify(SIGNAL.body),
      JSON.stringify(SIGNAL.body),
    ]);
  });

  it('follows an answer that broke off, under the same key', async () => {
    api.script(brokenOff, answer(201, { id: 'x' }));
    expect(await client.post(SIGNALS, SIGNAL)).toEqual({ id: 'x' });
    const [first, second] = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    api.script(brokenOff, brokenOff, brokenOff, answer(200, {}));
    expect(await failure(client.get('/users/me/'))).toBeInstanceOf(Unreachable);
    expect(api.received).toHaveLength(3);
  });

  const running = answer(409, { error: 'Still running.' }, { 'retry-after': '0' });

  it('waits for an attempt without an answer that is still running, under the same key', async () => {
    for (const broken of [lost, brokenOff, answer(502), answer(504)]) {
      api.script(broken, running, running, running, running, answer(201, { id: 'x' }));
      expect(await client.post(SIGNALS, SIGNAL)).toEqual({ id: 'x' });
      expect(new Set(api.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    }
  });

  it('does not wait for what another call runs, nor for what conflicts', async () => {
    for (const steps of [
      [running],
      [answer(503), running],
      [lost, answer(409, { error: 'The head is 2.' })],
    ]) {
      api.script(...steps, answer(201, { id: 'x' }));
      expect(await failure(client.post(SIGNALS, SIGNAL))).toMatchObject({ name: 'ApiError', status: 409 });
      expect(api.received).toHaveLength(steps.length);
    }
  });

  it('follows what is no JSON, or nothing, where an answer has to be', async () => {
    for (const text of ['<html>', '']) {
      const other: typeof lost = (response) => response.writeHead(200).end(text);
      api.script(other, answer(201, { id: 'x' }));
      expect(await client.post(SIGNALS, SIGNAL)).toEqual({ id: 'x' });
      api.script(other, other, other, answer(200, {}));
      const error = await failure(client.get('/users/me/'));
      expect(error).toBeInstanceOf(Unreachable);
      expect(error).toMatchObject({ cause: { name: 'SyntaxError' } });
    }
  });

  it('sends a form with its files again', async () => {
    const form = new FormData();
    form.append('files', new File(['some text'], 'a.txt'));
    api.script(lost, answer(201, []));
    await client.post('/projects/{project_id}/documents/bulk-upload/', { path: PROJECT, body: form });
    expect(api.received.map(({ body }) => body.includes('some text'))).toEqual([true, true]);
  });

  it('ends after some, with the last answer', async () => {
    api.script(
      answer(503, { error: '1' }),
      answer(503, { error: '2' }),
      answer(503, { error: '3' }),
      answer(200),
    );
    expect(await failure(client.get('/users/me/'))).toMatchObject({ status: 503, message: '3' });
    api.script(lost, lost, lost, answer(200, {}));
    expect(await failure(client.get('/users/me/'))).toBeInstanceOf(Unreachable);
  });

  it('is not made where the service asks for more patience than there is', async () => {
    api.script(answer(429, { error: 'Later.' }, { 'retry-after': '60' }), answer(200, {}));
    expect(await failure(client.get('/users/me/'))).toMatchObject({ status: 429, retryAfterMs: 60_000 });
    expect(api.received).toHaveLength(1);
  });

  it('is not made where what counts once may have counted', async () => {
    for (const broken of [lost, brokenOff]) {
      api.script(broken, answer(201, {}));
      expect(await failure(client.post('/invites/accept/', { body: { token: 'x' } }))).toBeInstanceOf(
        Unreachable,
      );
      expect(api.received).toHaveLength(1);
    }
  });

  it('finds deleted what an attempt without an answer has deleted', async () => {
    const gone = answer(404, { error: 'Not found.' });
    const signal = { path: { ...PROJECT, signal_id: 's' } };
    for (const broken of [lost, answer(502), answer(504)]) {
      api.script(broken, answer(503), gone);
      expect(
        await failure(client.delete('/projects/{project_id}/signals/{signal_id}/', signal)),
      ).toBeUndefined();
      expect(api.received).toHaveLength(3);
    }
    for (const before of [[], [answer(503)], [answer(429)]]) {
      api.script(...before, gone);
      const call = client.delete('/projects/{project_id}/signals/{signal_id}/', signal);
      expect(await failure(call)).toMatchObject({ status: 404 });
    }
  });

  it('is not made of what is wrong', async () => {
    api.script(answer(409, { error: 'No.' }), answer(200, {}));
    expect(await failure(client.get('/users/me/'))).toMatchObject({ status: 409 });
    expect(api.received).toHaveLength(1);
  });

  it('ends at once when the caller gives up', async () => {
    const controller = new AbortController();
    api.script((response) => {
      answer(503, {}, { 'retry-after': '2' })(response, api.received[0]!);
      response.once('finish', () => controller.abort(new Error('Enough.')));
    });
    const call = client.get('/users/me/', { signal: controller.signal });
    expect(await failure(call)).toMatchObject({ message: 'Enough.' });
    expect(api.received).toHaveLength(1);
  });
});

describe('a list', () => {
  const page = (id: string, next: string | null) =>
    answer(200, { count: 2, next, previous: null, results: [{ id }] });

  it('is read page by page, as its links say', async () => {
    api.script(page('a', 'https://elsewhere/api/v1/x/?limit=1&offset=1&search=q'), page('b', null));
    const list = client.items(SIGNALS, { path: PROJECT, query: { limit: 1, search: 'q' } });
    expect(await collected(list)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(api.received.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=1&search=q',
      'limit=1&offset=1&search=q',
    ]);
  });

  it('is read by POST where it is found by a body, which is sent for each page', async () => {
    const body = { metadata_values: ['claims'] };
    api.script(page('a', 'https://elsewhere/api/v1/x/?limit=1&offset=1'), page('b', null));
    const list = client.items('/projects/{project_id}/documents/filter-by-metadata/', {
      path: PROJECT,
      query: { limit: 1 },
      body,
    });
    expect(await collected(list)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(api.received.map(({ method, path }) => [method, path.split('?')[1]])).toEqual([
      ['POST', 'limit=1'],
      ['POST', 'limit=1&offset=1'],
    ]);
    expect(api.received.map((sent) => sent.body)).toEqual(Array(2).fill(JSON.stringify(body)));
  });

  it('requests no page that nobody reads', async () => {
    api.script(page('a', 'http://x/?offset=1'), page('b', null));
    for await (const _item of client.items(SIGNALS, { path: PROJECT })) break;
    expect(api.received).toHaveLength(1);
  });
});

describe('a stream', () => {
  const CONVERSATION = { path: { ...PROJECT, conversation_id: 'c' } };
  const entry = (id: number) => `id: ${id}\nevent: entry\ndata: {"n":${id}}`;
  const DONE = 'event: done\ndata: {}';

  it('continues after the last event when it breaks or ends too early', async () => {
    api.script(events([entry(1)], 'breaks'), events([entry(2)]), lost, events([entry(3), DONE]));
    const stream = client.ask(
      '/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/',
      {
        ...CONVERSATION,
        body: { message: 'Why?' },
      },
    );
    const got = await collected(stream);
    expect(got.map(({ event, data }) => [event, data])).toEqual([
      ['entry', { n: 1 }],
      ['entry', { n: 2 }],
      ['entry', { n: 3 }],
      ['done', {}],
    ]);
    expect(api.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2', '2']);
    expect(new Set(api.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('ends with the reason for which the service ends it, and continues nothing', async () => {
    for (const ending of ['ends', 'breaks'] as const) {
      api.script(events(['id: 7\nevent: open\ndata: {}', 'event: end\ndata: {"error":"Revoked."}'], ending));
      const stream = client.events('/projects/{project_id}/notifications/stream/', { path: PROJECT });
      expect((await collected(stream)).map(({ event, data }) => [event, data])).toEqual([
        ['open', {}],
        ['end', { error: 'Revoked.' }],
      ]);
      expect(api.received).toHaveLength(1);
    }
  });

  it('throws when it is refused', async () => {
    api.script(events(['id: 7\nevent: open\ndata: {}']), answer(403, { error: 'No longer.' }));
    const stream = client.events('/projects/{project_id}/notifications/stream/', { path: PROJECT });
    expect(await failure(collected(stream))).toMatchObject({ status: 403, message: 'No longer.' });
  });

  it('throws where the answer is no stream, and where an event is no JSON', async () => {
    for (const [step, error] of [
      [answer(200, {}, { 'content-type': 'text/html' }), { name: 'Unreachable' }],
      [events(['event: open\ndata: hello']), { name: 'SyntaxError' }],
    ] as const) {
      api.script(step);
      const stream = client.events('/projects/{project_id}/notifications/stream/', { path: PROJECT });
      expect(await failure(collected(stream))).toMatchObject(error);
      expect(api.received).toHaveLength(1);
    }
  });

  it('ends when the caller gives up', async () => {
    const controller = new AbortController();
    api.script((response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('id: 1\nevent: open\ndata: {}\n\n');
    });
    const { signal } = controller;
    const stream = client.events('/projects/{project_id}/notifications/stream/', { path: PROJECT, signal });
    expect(await stream.next()).toMatchObject({ value: { event: 'open' } });
    controller.abort();
    expect(await failure(stream.next())).toMatchObject({ name: 'AbortError' });
  });
});
