import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '@pks/testing/black-box';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { queryFor } from './support/matrix/bodies.ts';
import { head, sendUntilClosed } from './support/raw-http.ts';
import { stopToken } from './support/stop-token.ts';
import { World } from './support/world.ts';

const MIB = 1024 * 1024;
const TOO_LARGE = '{"error":"The request body is too large."}';
const NO_JSON_TYPE = '{"error":"Send the body as application/json."}';

const world = new World();

let projectId: string;
let artifacts: string;
let versions: string;

beforeAll(async () => {
  ({ id: projectId } = await world.project());
  artifacts = `/projects/${projectId}/artifacts/`;
  versions = `${artifacts}brief/versions/`;
});

function sending(body: string | Uint8Array, path = artifacts): Promise<Answer> {
  return world.founder.send('POST', path, body);
}

/** A 400 about the body as a whole. */
function wholeBody(sentence: unknown): object {
  return { status: 400, body: { error: sentence, non_field_errors: [sentence] } };
}

describe('a body that is not JSON', () => {
  it.each([
    '{',
    '{"title":}',
    "{'title':'x'}",
    '{"title":"x",}',
    '\u0000',
    '{"a":NaN}',
    'undefined',
    '{}{}',
    '\ufffe{}',
  ])('is refused: %j', async (text) => {
    expect(await sending(text)).toMatchObject(
      wholeBody(expect.stringMatching(/^The body is not valid JSON\./)),
    );
  });

  it.each([
    ['a byte that never occurs', [0x7b, 0xff, 0x7d]],
    ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
    ['a lone surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('is refused for invalid UTF-8: %s', async (_name, bytes) => {
    expect(await sending(Uint8Array.from(bytes))).toMatchObject(wholeBody('The body is not valid UTF-8.'));
  });
});

describe('a body that could not be stored unchanged', () => {
  const artifact = (title: string): string => `{"title":${title},"technical_type":"markdown"}`;

  it.each(['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"'])('is refused in a text: %s', async (text) => {
    const sentence = 'Texts may not contain NUL or lone surrogates.';
    const keyedTo = (key: string) => ({ status: 400, body: { error: sentence, [key]: [sentence] } });
    expect(await sending(artifact(text))).toMatchObject(keyedTo('title'));
    expect(await sending(`{"payload":${text}}`, versions)).toMatchObject(keyedTo('payload'));
    expect(await sending(`{"payload":{"deep":[${text}]}}`, versions)).toMatchObject(keyedTo('payload'));
    expect(await sending(`{"payload":{${text}:1}}`, versions)).toMatchObject(keyedTo('payload'));
    expect(await sending(`{${text}:1}`, versions)).toMatchObject(wholeBody(sentence));
    const signals = `/projects/${projectId}/signals/`;
    expect(await sending(`{"feedback":"x","context":{"a":[${text}]}}`, signals)).toMatchObject(
      keyedTo('context'),
    );
    const filter = `/projects/${projectId}/documents/filter-by-metadata/`;
    expect(await sending(`{"metadata_values":["x",${text}]}`, filter)).toMatchObject(
      keyedTo('metadata_values.1'),
    );
  });

  it('is refused with a __proto__ key, wherever it is', async () => {
    const sentence = 'The key "__proto__" is not allowed.';
    for (const body of [
      '{"__proto__":{}}',
      '{"payload":[{"__proto__":1}]}',
      '{"payload":{"\\u005f_proto__":1}}',
    ]) {
      expect(await sending(body, versions)).toMatchObject(wholeBody(sentence));
    }
  });

  it('is refused with a number that a double cannot represent', async () => {
    for (const number of ['1e400', '9007199254740993', '-9007199254740993']) {
      expect(await sending(`{"payload":{"n":${number}}}`, versions)).toMatchObject(
        wholeBody(expect.stringMatching(/^Whole numbers beyond 2\^53/)),
      );
    }
  });

  it('is refused when it is nested over 100 levels, and accepted with 100', async () => {
    const { slug } = await world.artifact(projectId, { technical_type: 'mental_map' });
    const path = `${artifacts}${slug}/versions/`;
    const payload = (levels: number): string => `{"payload":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect((await sending(payload(99), path)).status).toBe(201);
    const sentence = 'The body is nested more than 100 levels deep.';
    expect(await sending(payload(100), path)).toMatchObject(wholeBody(sentence));
    expect(await sending(payload(5_000), path)).toMatchObject(wholeBody(sentence));
    expect((await sending('['.repeat(MIB - 1), path)).status).toBe(400);
  });

  it('stops nothing: the next request is served', async () => {
    expect((await world.founder.get('/users/me/')).status).toBe(200);
  });
});

describe('a body that is too large', () => {
  it('is one over 1 MiB', async () => {
    const sized = (bytes: number): string => `{"title":"${'x'.repeat(bytes - 12)}"}`;
    expect(await sending(sized(MIB))).toMatchObject({ status: 400 });
    expect(await sending(sized(MIB + 1))).toMatchObject({ status: 413, text: TOO_LARGE });
    expect(await sending(sized(20 * MIB))).toMatchObject({ status: 413, text: TOO_LARGE });
  });

  it('is one over 4 MiB where a payload is sent', async () => {
    const sized = (bytes: number): string => `{"payload":"${'x'.repeat(bytes - 14)}"}`;
    expect((await sending(sized(4 * MIB), versions)).status).toBe(201);
    expect(await sending(sized(4 * MIB + 1), versions)).toMatchObject({ status: 413, text: TOO_LARGE });
  });

  it('is refused even when its length is not declared', async () => {
    const part = Buffer.alloc(64 * 1024, ' ');
    const response = await fetch(world.baseUrl + artifacts, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.founderToken}`, 'content-type': 'application/json' },
      body: ReadableStream.from(Array.from({ length: 40 }, () => part)),
      duplex: 'half',
    });
    expect([response.status, await response.text()]).toEqual([413, TOO_LARGE]);
  });
});

describe('a body with too many values', () => {
  const keys = (count: number): string => {
    const members = Array.from({ length: count }, (_, n) => `"k${n}":0`);
    return `{${members.join(',')}}`;
  };

  it('is one with over 100,000', async () => {
    const tooMany = wholeBody('The body has more than 100,000 JSON values.');
    expect(await sending(`[${'0,'.repeat(100_000)}0]`)).toMatchObject(tooMany);
    const { slug } = await world.artifact(projectId, { technical_type: 'mental_map' });
    const path = `${artifacts}${slug}/versions/`;
    expect((await sending(`{"payload":${keys(99_998)}}`, path)).status).toBe(201);
    expect(await sending(`{"payload":${keys(99_999)}}`, path)).toMatchObject(tooMany);
  });
});

describe('a body without a credential, or of somebody who may not send it', () => {
  it('of megabytes is not read: the connection ends with the refusal', async () => {
    const line = `POST ${new URL(world.baseUrl).pathname}/auth/token/ HTTP/1.1`;
    const request = head(line, 'Host: localhost', 'Content-Type: application/json', `Content-Length: ${MIB}`);
    const received = await sendUntilClosed(world.baseUrl, request, '{');
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
    expect(received.endsWith(TOO_LARGE)).toBe(true);
  });

  const wrong = (): string => 'wrong';
  const uploads = (): string => `/projects/${projectId}/documents/bulk-upload/`;
  const strange = (): string => `/projects/${randomUUID()}/artifacts/`;

  it.each([
    ['with a wrong credential, of a form', 'POST', uploads, wrong, 401],
    ['with a wrong credential, of JSON', 'POST', () => artifacts, wrong, 401],
    ['of somebody who may not see the project', 'POST', strange, () => world.founderToken, 403],
    ['for a path that is none', 'POST', () => '/nowhere/', wrong, 404],
    ['with a method that its path has not', 'PATCH', () => '/auth/token/', wrong, 405],
    ['that nobody reads', 'GET', () => '/openapi.json', wrong, 200],
  ])('is not read to its end where it is a long one %s', async (_name, method, path, token, status) => {
    const line = `${method} ${new URL(world.baseUrl).pathname}${path()} HTTP/1.1`;
    const type = 'Content-Type: multipart/form-data; boundary=x';
    for (const length of ['Content-Length: 262145', 'Transfer-Encoding: chunked']) {
      const request = head(line, 'Host: localhost', `Authorization: Token ${token()}`, type, length);
      const received = await sendUntilClosed(world.baseUrl, request, '3\r\n{"x\r\n');
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(received).toMatch(/\r\nconnection: close\r\n/i);
    }
  });

  const open = ALL_ROUTES.filter(({ access, method }) => access === 'anyone' && method !== 'GET');

  it.each(open.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'has 16 KiB at most: %s',
    async (_name, route) => {
      const { method, path } = route;
      const sized = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`;
      const send = (body: string): Promise<Answer> =>
        world.anybody.send(method, path + queryFor(route), body);
      expect(await send(sized(16 * 1024))).toMatchObject({ status: 400, body: { x: ['Unknown field.'] } });
      expect(await send(sized(16 * 1024 + 1))).toMatchObject({ status: 413, text: TOO_LARGE });
    },
  );
});

describe('a body of another type', () => {
  const json = '{"title":"T","technical_type":"markdown"}';

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonx',
    'text/json',
    'nothing',
    ';',
  ])('is refused: %s', async (type) => {
    const answer = await world.founder.send('POST', artifacts, json, { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, text: NO_JSON_TYPE });
  });

  it('is one without a type', async () => {
    const answer = await world.founder.send('POST', artifacts, Buffer.from(json), { 'content-type': '' });
    expect(answer).toMatchObject({ status: 415, text: NO_JSON_TYPE });
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8; q=1',
  ])('is not %s', async (type) => {
    const body = JSON.stringify({ title: `T ${randomUUID()}`, technical_type: 'markdown' });
    const { status } = await world.founder.send('POST', artifacts, body, { 'content-type': type });
    expect(status).toBe(201);
  });

  it.each(['utf-16', 'iso-8859-1', 'utf-8859', '"utf-16"', 'utf-16; charset=utf-8'])(
    'is one in other bytes than UTF-8: %s',
    async (charset) => {
      const type = { 'content-type': `application/json; charset=${charset}` };
      const answer = await world.founder.send('POST', artifacts, json, type);
      expect(answer).toMatchObject({ status: 415, text: '{"error":"Send the body in UTF-8."}' });
    },
  );

  it('is a compressed one', async () => {
    const answer = await world.founder.send('POST', artifacts, gzipSync(json), {
      'content-encoding': 'gzip',
    });
    expect(answer).toMatchObject({
      status: 415,
      text: '{"error":"Send the body without a Content-Encoding."}',
    });
  });
});

describe('what a mail client sends to stop reminders', () => {
  const interview = randomUUID();
  const sent = (body: string, type: string, token = stopToken(projectId, interview)): Promise<Answer> => {
    const path = `/projects/${projectId}/interviews/${interview}/stop-reminders-by-mail/?token=${token}`;
    return world.anybody.send('POST', path, body, { 'content-type': type });
  };
  const FORM = 'application/x-www-form-urlencoded';
  const PARTS = 'multipart/form-data; boundary=x';
  const IN_PARTS =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  it.each([
    [FORM, 'List-Unsubscribe=One-Click'],
    [`${FORM}; charset=utf-8`, '%ff&&='],
    [PARTS, IN_PARTS],
    ['application/json', '{}'],
  ])('is accepted as %s', async (type, body) => {
    const answer = await sent(body, type);
    expect(answer).toMatchObject({ status: 200, body: { status: 'reminders_stopped' } });
    expect(await sent(body, type, 'x')).toMatchObject({ status: 404, text: '{"error":"Not found."}' });
  });

  it('is refused as anything else, and where it is large', async () => {
    expect(await sent('x', 'text/plain')).toMatchObject({ status: 415, text: NO_JSON_TYPE });
    expect(await sent('x'.repeat(16 * 1024 + 1), FORM)).toMatchObject({ status: 413, text: TOO_LARGE });
  });

  it('is no GET: fetching the link changes nothing', async () => {
    const path = `/projects/${projectId}/interviews/${interview}/stop-reminders-by-mail/`;
    const answer = await world.anybody.get(`${path}?token=${stopToken(projectId, interview)}`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a hostile query', () => {
  it.each(['search=%00', 'search=a%00b', 'search=%ff', 'search=%ED%A0%80', 'email=%C0%80'])(
    'is refused by the parameter: %s',
    async (query) => {
      const name = query.split('=')[0] ?? '';
      expect(await world.founder.get(`/projects/${projectId}/users/?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'Must be a valid string.', [name]: ['Must be a valid string.'] },
      });
    },
  );

  it.each(['%', '%zz', '__proto__=1', 'constructor[prototype]=1', '&&=&', '[]=1', 'a'.repeat(8_000)])(
    'is refused as an unknown parameter: %#',
    async (query) => {
      const { status, body } = await world.founder.get<Record<string, unknown>>(`/users/me/?${query}`);
      expect([status, body['error']]).toEqual([400, 'Unknown field.']);
    },
  );

  it.each(['%25', '_', '\\', "'", '"', '; drop table users', '%', '.*', '(', '\u202e'])(
    'is only text to search for: %j',
    async (search) => {
      const path = `/projects/${projectId}/users/?search=${encodeURIComponent(search)}`;
      expect(await world.founder.get(path)).toMatchObject({ status: 200, body: { count: 0, results: [] } });
    },
  );
});
