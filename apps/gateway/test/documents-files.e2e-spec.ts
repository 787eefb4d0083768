import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentItem, Page, Project } from '@pks/contracts';
import { formOf } from './support/forms.ts';
import { type Person, World } from './support/world.ts';

const world = new World();

let project: Project;
let member: Person;
let documents: string;

beforeAll(async () => {
  project = await world.project();
  member = await world.member(project.id);
  documents = `/projects/${project.id}/documents/`;
});

async function download(id: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${world.baseUrl}${documents}${id}/content/`, {
    headers: { authorization: `Bearer ${member.token}`, ...headers },
  });
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('an upload', () => {
  it('creates a document from each file, in their order, with its metadata', async () => {
    const binary = randomBytes(300_000);
    const files = [
      { name: 'Plan Übersicht.txt', content: 'The plan.', type: 'text/plain; charset=utf-8' },
      { name: 'data.bin', content: binary },
      { name: 'empty.csv', content: '' },
    ];
    const metadata = [
      [['department', 'Sales']],
      [],
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ];
    const { status, body, headers } = await member.api.post<DocumentItem[]>(
      `${documents}bulk-upload/`,
      formOf(files, { files_metadata: JSON.stringify(metadata), skip_parsing: 'true' }),
    );
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toMatchObject([
      {
        name: 'Plan Übersicht.txt',
        content_type: 'text/plain; charset=utf-8',
        file_size: 9,
        status: 'active',
      },
      { name: 'data.bin', content_type: 'application/octet-stream', file_size: 300_000 },
      { name: 'empty.csv', content_type: 'text/csv', file_size: 0 },
    ]);
    expect(body.map((document) => document.metadata)).toEqual(metadata);
    const contents = await Promise.all(body.map(async ({ id }) => bytesOf(await download(id))));
    expect(contents.map((content) => content.length)).toEqual([9, 300_000, 0]);
    expect(contents[1]?.equals(binary)).toBe(true);
    const list = await member.api.get<Page<DocumentItem>>(documents);
    expect(list.body.count).toBe(3);
    expect((await member.api.get(`${documents}get-without-file/`)).body).toMatchObject({ count: 3 });
  });

  it('may have its fields before, between and after its files', async () => {
    const form = new FormData();
    form.append('files', new Blob(['1']), 'one.txt');
    form.append('skip_parsing', 'false');
    form.append('files', new Blob(['2']), 'two.txt');
    form.append('files_metadata', JSON.stringify([[['n', '1']], [['n', '2']]]));
    form.append('files', new Blob(['3']), 'three.txt');
    const first = await member.api.post(`${documents}bulk-upload/`, form);
    expect(first).toMatchObject({ status: 400, body: { files_metadata: [expect.any(String)] } });
    form.set('files_metadata', JSON.stringify([[['n', '1']], [['n', '2']], [['n', '3']]]));
    const { status, body } = await member.api.post<DocumentItem[]>(`${documents}bulk-upload/`, form);
    expect([status, body.map(({ name, metadata }) => [name, metadata])]).toEqual([
      201,
      [
        ['one.txt', [['n', '1']]],
        ['two.txt', [['n', '2']]],
        ['three.txt', [['n', '3']]],
      ],
    ]);
  });

  it('under one key takes effect once', async () => {
    const before = (await member.api.get<Page<DocumentItem>>(documents)).body.count;
    const send = (content: string) =>
      member.api.post(`${documents}bulk-upload/`, formOf([{ name: 'once.txt', content }]), {
        'idempotency-key': 'upload once',
      });
    const first = await send('same');
    const second = await send('same');
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await send('other')).status).toBe(422);
    expect((await member.api.get<Page<DocumentItem>>(documents)).body.count).toBe(before + 1);
  });
});

describe('the file of a document', () => {
  const content = randomBytes(10_000);
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
  let id: string;

  beforeAll(async () => {
    const html = { name: 'a "quoted" € name.html', content, type: 'text/html' };
    ({ id } = await world.document(project.id, html, { skip_parsing: 'true' }));
  });

  it('is downloaded as it was uploaded, as an attachment', async () => {
    const response = await download(id);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': '10000',
      'content-disposition':
        'attachment; filename="a _quoted_ _ name.html"; filename*=UTF-8\'\'a%20%22quoted%22%20%E2%82%AC%20name.html',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag,
    });
    expect((await bytesOf(response)).equals(content)).toBe(true);
  });

  it('is downloaded in parts', async () => {
    const part = await download(id, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/10000']);
    expect((await bytesOf(part)).equals(content.subarray(100, 200))).toBe(true);
    const rest = await download(id, { range: 'bytes=9990-', 'if-range': etag });
    expect([rest.status, rest.headers.get('content-length')]).toEqual([206, '10']);
    expect((await bytesOf(rest)).equals(content.subarray(9_990))).toBe(true);
    const changed = await download(id, { range: 'bytes=9990-', 'if-range': '"another"' });
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, 10_000]);
  });

  it('is described whole by HEAD, whatever part it is asked for', async () => {
    for (const range of ['bytes=100-199', 'bytes=10000-']) {
      const { status, headers } = await member.api.send('HEAD', `${documents}${id}/content/`, undefined, {
        range,
      });
      expect([status, headers.get('content-length'), headers.get('content-range')]).toEqual([
        200,
        '10000',
        null,
      ]);
    }
  });

  it('has no part beyond its end', async () => {
    const path = `${documents}${id}/content/`;
    const beyond = await member.api.get(path, { range: 'bytes=10000-' });
    expect(beyond).toMatchObject({ status: 416, body: { error: 'The file has no such part.' } });
    expect(beyond.headers.get('content-range')).toBe('bytes */10000');
  });

  it('is not sent to clients who have it already', async () => {
    const { status, text, headers } = await member.api.get(`${documents}${id}/content/`, {
      'if-none-match': etag,
    });
    expect([status, text, headers.get('etag')]).toEqual([304, '', etag]);
  });

  it('is told its new name to clients who have it already', async () => {
    const path = `${documents}${id}/`;
    const { body } = await world.founder.get<{ name: string }>(path);
    await world.founder.patch(path, { name: 'renamed.txt' });
    const { status, headers } = await member.api.get(`${path}content/`, { 'if-none-match': etag });
    expect([status, headers.get('content-disposition')]).toEqual([
      304,
      expect.stringContaining('renamed.txt'),
    ]);
    await world.founder.patch(path, { name: body.name });
  });

  it('is described to HEAD', async () => {
    const { status, text, headers } = await member.api.send('HEAD', `${documents}${id}/content/`);
    expect([status, text, headers.get('content-length'), headers.get('etag')]).toEqual([
      200,
      '',
      '10000',
      etag,
    ]);
  });

  it('is not found in another project', async () => {
    const other = await world.project();
    expect((await world.founder.get(`/projects/${other.id}/documents/${id}/content/`)).status).toBe(404);
  });

  it('is deleted with its document', async () => {
    const document = await world.document(project.id);
    expect((await world.founder.delete(`${documents}${document.id}/`)).status).toBe(204);
    expect((await member.api.get(`${documents}${document.id}/content/`)).status).toBe(404);
  });
});
