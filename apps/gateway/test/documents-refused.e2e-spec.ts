import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentItem, Project } from '@pks/contracts';
import { type Answer, linesAbout } from '@pks/testing/black-box';
import { FORM_TYPE, formOf, writtenForm } from './support/forms.ts';
import { eventuallyKept } from './support/kept.ts';
import { breakOff, head, sendRaw } from './support/raw-http.ts';
import { type Person, World } from './support/world.ts';

const MIB = 1024 * 1024;
const world = new World();
const logFile = process.env['E2E_LOG_FILE'] ?? '';

let project: Project;
let member: Person;
let path: string;

beforeAll(async () => {
  project = await world.project();
  member = await world.member(project.id);
  path = `/projects/${project.id}/documents/bulk-upload/`;
});

/** Nothing is left of any refused upload. */
afterEach(() => eventuallyKept(member.api, project.id, 0));

function send(
  form: FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return member.api.post(path, form, { ...(form instanceof FormData ? {} : FORM_TYPE), ...headers });
}

/** The sentences about each refused field. */
function saidIn({ status, body }: Answer): Record<string, unknown> {
  expect(status).toBe(400);
  const { error, ...fields } = body;
  expect(typeof error).toBe('string');
  return Object.fromEntries(Object.entries(fields).map(([key, sentences]) => [key, String(sentences)]));
}

const FILE = ['name="files"; filename="a.txt"', 'content'] as const;

describe('an upload is refused as a whole', () => {
  const two = [
    { name: 'a.txt', content: 'a' },
    { name: 'b.txt', content: 'b' },
  ];

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['metadata that is no JSON', { files_metadata: '[[' }, 'files_metadata', /^This field is not valid JSON/],
    ['metadata that is no list', { files_metadata: '{}' }, 'files_metadata', /Expected a list/],
    ['metadata of fewer files', { files_metadata: '[[]]' }, 'files_metadata', /2 files and 1 lists/],
    ['metadata of more files', { files_metadata: '[[],[],[]]' }, 'files_metadata', /2 files and 3 lists/],
    ['metadata with a blank key', { files_metadata: '[[],[["","v"]]]' }, 'files_metadata.1.0.0', /blank/],
    [
      'metadata with a key of white space',
      { files_metadata: '[[["\\t ","v"]],[]]' },
      'files_metadata.0.0.0',
      /blank/,
    ],
    ['metadata without a value', { files_metadata: '[[["k"]],[]]' }, 'files_metadata.0.0', /2 items/],
    ['metadata with a number', { files_metadata: '[[["k",1]],[]]' }, 'files_metadata.0.0.1', /string/],
    ['metadata that is no list of pairs', { files_metadata: '["k",[]]' }, 'files_metadata.0', /list/],
    ['metadata with NUL', { files_metadata: '[[["k","\\u0000"]],[]]' }, 'files_metadata', /NUL/],
    ['metadata with __proto__', { files_metadata: '[[],{"__proto__":[]}]' }, 'files_metadata', /__proto__/],
    [
      'metadata of too many values',
      { files_metadata: `[${'[],'.repeat(99_999)}[]]` },
      'files_metadata',
      /more than 100,000 JSON values/,
    ],
    ['no boolean', { skip_parsing: 'True' }, 'skip_parsing', /boolean/],
    ['an unknown field', { colour: 'red' }, 'colour', /Unknown field/],
    ['a field named like what all objects have', { __proto__x: '1' }, '__proto__x', /Unknown field/],
  ])('for %s', async (_name, fields, key, sentence) => {
    const said = saidIn(await send(formOf(two, fields)));
    expect(Object.keys(said)).toEqual([key]);
    expect(said[key]).toMatch(sentence);
  });

  it.each<[string, [string, string | Uint8Array][], string, RegExp]>([
    ['no file', [['name="skip_parsing"', 'true']], 'files', /required/],
    ['nothing at all', [], 'files', /required/],
    ['a file without a name', [FILE as never, ['name="files"', 'x']] as never, 'files.1', /needs a name/],
    ['a file with an empty name', [['name="files"; filename=""', 'x']], 'files.0', /needs a name/],
    ['a file that is a folder', [['name="files"; filename="a/.."', 'x']], 'files.0', /needs a name/],
    [
      'too long a name',
      [FILE as never, [`name="files"; filename="${'ä'.repeat(256)}"`, 'x']] as never,
      'files.1',
      /no more than 255/,
    ],
    [
      'a name that is not UTF-8',
      [['name="files"; filename*=UTF-8\'\'a%00b', 'x']],
      'files.0',
      /not valid UTF-8/,
    ],
    [
      'a field given twice',
      [FILE as never, ['name="skip_parsing"', 'true'], ['name="skip_parsing"', 'true']] as never,
      'skip_parsing',
      /once only/,
    ],
    ['a file under another name', [['name="file"; filename="a"', 'x']], 'file', /Unknown field/],
    ['a field named __proto__', [FILE as never, ['name="__proto__"', 'x']] as never, '__proto__', /Unknown/],
  ])('for %s', async (_name, parts, key, sentence) => {
    const said = saidIn(await send(writtenForm(parts)));
    expect(Object.keys(said)).toEqual([key]);
    expect(said[key]).toMatch(sentence);
  });

  it('for more files than allowed', async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ name: `${n}.txt`, content: 'x' }));
    expect(saidIn(await send(formOf(many)))).toEqual({
      files: 'Ensure this field has no more than 100 items.',
    });
  });

  it('for a form that ends early or is malformed', async () => {
    const whole = writtenForm([FILE, FILE]);
    for (const form of [whole.subarray(0, whole.length - 10), whole.subarray(0, 100), new Uint8Array([1])]) {
      expect(await send(form)).toMatchObject({
        status: 400,
        body: { error: 'The body is not valid multipart/form-data.' },
      });
    }
    expect((await send(whole, { 'content-type': 'multipart/form-data' })).status).toBe(400);
  });

  it('for another type', async () => {
    const answer = await member.api.post(path, { files: [] });
    expect(answer).toMatchObject({ status: 415, body: { error: 'Send the body as multipart/form-data.' } });
    expect((await send(writtenForm([FILE]), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('for a file larger than 100 MiB', async () => {
    const large = new Uint8Array(100 * MIB + 1);
    const answer = await send(
      formOf([
        { name: 'a', content: 'a' },
        { name: 'large', content: large },
      ]),
    );
    expect(answer).toMatchObject({ status: 413, body: { error: expect.stringContaining('100 MiB') } });
  });

  it('for fields larger than 1 MiB', async () => {
    const answer = await send(formOf(two, { files_metadata: ' '.repeat(MIB + 1) }));
    expect(answer.status).toBe(413);
  });

  it('before anything of it is read, when the caller is not authorized', async () => {
    const outsider = await world.person();
    const request = head(
      `POST /api/v1${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${outsider.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    );
    expect((await sendRaw(world.baseUrl, request)).status).toBe(403);
    expect((await world.anybody.post(path, formOf(two))).status).toBe(401);
  });
});

describe('an upload whose client disconnects', () => {
  it('leaves nothing, except a line in the log', async () => {
    const requestId = `left-${project.id}`;
    const form = Buffer.from(writtenForm([FILE, ['name="files"; filename="b"', 'x'.repeat(200_000)]]));
    const request = head(
      `POST /api/v1${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${member.token}`,
      `X-Request-Id: ${requestId}`,
      `Content-Type: ${FORM_TYPE['content-type']}`,
      'Content-Length: 1000000',
    );
    await breakOff(world.baseUrl, request + form.subarray(0, 100_000).toString('latin1'));
    const lines = await linesAbout(logFile, requestId, ['gateway']);
    expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', status: 499 }));
  });
});

describe('a refused upload', () => {
  it('leaves its connection usable for the next request', async () => {
    const refused = await send(formOf([{ name: 'a', content: new Uint8Array(5 * MIB) }], { colour: 'red' }));
    expect(refused.status).toBe(400);
    expect(refused.headers.get('connection')).not.toBe('close');
  });

  it('can be sent again', async () => {
    const answer = await member.api.post<DocumentItem[]>(
      path,
      formOf([{ name: 'a.txt', content: 'a' }], { skip_parsing: 'true' }),
    );
    expect(answer.status).toBe(201);
    await world.founder.delete(`/projects/${project.id}/documents/${answer.body[0]?.id}/`);
  });
});
