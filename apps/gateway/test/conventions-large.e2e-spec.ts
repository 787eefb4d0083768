import { createHash } from 'node:crypto';
import { type IncomingMessage, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, ArtifactItem, ArtifactVersion, Page } from '@pks/contracts';
import { eventually, pause } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const MIB = 1024 * 1024;

const world = new World();

let base: string;

beforeAll(async () => {
  const { id } = await world.project();
  base = `/projects/${id}/artifacts/`;
});

async function anotherArtifact(): Promise<string> {
  const { slug } = await world.artifact(base.split('/')[2] ?? '');
  return `${base}${slug}/`;
}

function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads a response with a pause after each part of it. */
async function readSlowly(
  path: string,
  pauseMs: number,
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(world.baseUrl + path, { headers: { authorization: `Bearer ${world.founderToken}` } }, resolve).on(
      'error',
      reject,
    );
  });
  const parts: Buffer[] = [];
  for await (const part of response) {
    parts.push(part as Buffer);
    await pause(pauseMs);
  }
  return { headers: response.headers, body: Buffer.concat(parts) };
}

/** Posts a body over a connection from which nothing is read. */
async function sentUnread(path: string, body: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(world.baseUrl + path);
  const socket = connect(Number(port), hostname).pause();
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${world.founderToken}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()));
  return socket;
}

describe('a payload of almost 4 MiB', () => {
  const payload = Array.from(
    { length: 72_000 },
    (_, n) => `Line ${n}: Ünïcödé 😀 "quoted" \\ and so on.\n`,
  ).join('');
  let artifact: string;

  beforeAll(async () => {
    expect(Buffer.byteLength(JSON.stringify({ payload }))).toBeGreaterThan(3.5 * MIB);
    expect(Buffer.byteLength(JSON.stringify({ payload }))).toBeLessThan(4 * MIB);
    artifact = await anotherArtifact();
    const { status, body } = await world.founder.post<ArtifactVersion>(`${artifact}versions/`, { payload });
    expect(status).toBe(201);
    expect(digest(body.payload as string)).toBe(digest(payload));
  });

  it('comes back whole, with its length', async () => {
    const answer = await world.founder.get<ArtifactDetail>(`${artifact}?version=head`);
    expect(digest(answer.body.payload as string)).toBe(digest(payload));
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text));
  });

  it('comes back whole to a slow reader', async () => {
    const { body } = await readSlowly(`${artifact}?version=head`, 5);
    const detail = JSON.parse(body.toString()) as ArtifactDetail;
    expect(digest(detail.payload as string)).toBe(digest(payload));
  });

  it('keeps no other large body waiting while its own answer is not read', async () => {
    const [first, second] = [await anotherArtifact(), await anotherArtifact()];
    const unread = await sentUnread(`${first}versions/`, JSON.stringify({ payload }));
    await eventually('it is stored', async () => {
      const { body } = await world.founder.get<ArtifactDetail>(`${first}?version=head`);
      return body.head_version_number === 2;
    });
    const next = await world.founder.post(`${second}versions/`, { payload: payload.slice(0, 400_000) });
    expect(next.status).toBe(201);
    unread.destroy();
  });

  it('has a validator with which it need not be sent again', async () => {
    const { headers } = await world.founder.get(`${artifact}versions/2/`);
    const etag = headers.get('etag') ?? '';
    const again = await world.founder.get(`${artifact}versions/2/`, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is restored, published and compared', async () => {
    expect((await world.founder.post(`${artifact}versions/2/restore/`)).status).toBe(201);
    const published = await world.founder.post<ArtifactVersion>(`${artifact}versions/3/publish/`);
    expect(digest(published.body.payload as string)).toBe(digest(payload));
    const same = await world.founder.get(`${artifact}versions/3/diff/?against=2`);
    expect(same).toMatchObject({ status: 200, body: { format: 'unified', unified: '' } });
  });

  it('is replayed under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `large ${artifact}` };
    const first = await world.founder.post(`${artifact}versions/`, { payload }, headers);
    const again = await world.founder.post(`${artifact}versions/`, { payload }, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(digest(again.text)).toBe(digest(first.text));
  });
});

describe('a page of more than 512 KiB', () => {
  const definition_short = 'd'.repeat(20_000);

  beforeAll(async () => {
    for (let n = 0; n < 60; n += 1) {
      await world.founder.post(base, { title: `Large ${n}`, technical_type: 'markdown', definition_short });
    }
  });

  it('arrives whole, in its envelope and with its length', async () => {
    const { text, headers, body } = await world.founder.get<Page<ArtifactItem>>(`${base}?limit=1000`);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MIB);
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
    expect(body.results).toHaveLength(body.count);
    expect(body.results.filter((item) => item.definition_short === definition_short)).toHaveLength(60);
  });

  it('arrives whole at a slow reader, and at several concurrently', async () => {
    const quick = await world.founder.get(`${base}?limit=1000`);
    const slow = await Promise.all(Array.from({ length: 3 }, () => readSlowly(`${base}?limit=1000`, 10)));
    for (const { body } of slow) expect(digest(body)).toBe(digest(quick.text));
  });

  it('may be aborted in the middle, and the next one arrives whole', async () => {
    const leaving = new AbortController();
    const response = await fetch(`${world.baseUrl}${base}?limit=1000`, {
      headers: { authorization: `Bearer ${world.founderToken}` },
      signal: leaving.signal,
    });
    await response.body!.getReader().read();
    leaving.abort();
    const { body } = await world.founder.get<Page<ArtifactItem>>(`${base}?limit=1000`);
    expect(body.results).toHaveLength(body.count);
  });

  it('can be described by HEAD without a body', async () => {
    const { headers } = await world.founder.get(`${base}?limit=1000`);
    const head = await world.founder.send('HEAD', `${base}?limit=1000`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
  });
});
