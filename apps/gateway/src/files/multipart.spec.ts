import { hash, randomBytes, randomInt } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { eventually, untilStill } from '@pks/testing/black-box';
import { FormParts, boundaryIn } from './multipart.ts';
import { ArrivalTimeout, ClientGone } from '../http/refusals.ts';

const BOUNDARY = '----form';

interface Given {
  readonly name: string;
  readonly content: Buffer;
}

function formOf(parts: readonly Given[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const bodies = parts.flatMap(({ name, content }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bodies, Buffer.from(end)]);
}

function* cut(body: Buffer, size: () => number): Generator<Buffer> {
  for (let at = 0; at < body.length;) {
    const end = at + Math.max(1, size());
    yield body.subarray(at, end);
    at = end;
  }
}

async function* coming(pieces: Iterable<Buffer>, failure?: Error): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    await Promise.resolve();
    yield piece;
  }
  if (failure) throw failure;
}

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes still in use after garbage collection. */
function heapUsed(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

const dropped = (): never => {
  throw new Error('The form was not read.');
};
const never = { turn: dropped, giveUp: dropped };

/** Each part by its name and the digest of its content. */
async function read(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const found: Given[] = [];
  for await (const { name, content } of new FormParts(pieces, BOUNDARY, never)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk as Buffer);
    found.push({ name, content: Buffer.concat(chunks) });
  }
  return found.map(inShort);
}

function inShort({ name, content }: Given): string {
  return `${name} ${content.length} ${hash('sha256', content)}`;
}

const readWhole = (body: Buffer): Promise<string[]> => read(coming([body]));

describe('a form', () => {
  const nearly = Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n\r\n--\r--${BOUNDARY}`);
  const parts = [
    { name: 'empty', content: Buffer.alloc(0) },
    { name: 'one', content: Buffer.from('1') },
    { name: 'nearly', content: nearly },
    { name: 'random', content: randomBytes(300_000) },
    { name: 'empty again', content: Buffer.alloc(0) },
    { name: 'last', content: Buffer.from('\r\n') },
  ];

  it.each([1_000_000, 65_536, 1_000, 77])('is read part by part, in pieces of %i bytes', async (size) => {
    expect(await read(coming(cut(formOf(parts), () => size)))).toEqual(parts.map(inShort));
  });

  it('is read wherever it is split', async () => {
    const small = parts.filter(({ content }) => content.length < 1_000);
    const body = formOf(small);
    for (let at = 1; at < body.length; at += 1) {
      expect(await read(coming([body.subarray(0, at), body.subarray(at)]))).toEqual(small.map(inShort));
    }
    for (let n = 0; n < 50; n += 1) {
      expect(await read(coming(cut(body, () => randomInt(1, 20))))).toEqual(small.map(inShort));
    }
  });

  it('may be empty, and may have text before and after it', async () => {
    expect(await readWhole(formOf([]))).toEqual([]);
    const body = Buffer.concat([Buffer.from('before\r\n'), formOf(parts), Buffer.from('after')]);
    expect(await readWhole(body)).toEqual(parts.map(inShort));
  });

  it('counts the parts of a name as they arrive, before they are read', async () => {
    const body = formOf(
      ['files', 'other', 'files', 'files'].map((name) => ({ name, content: Buffer.from('1') })),
    );
    const form = new FormParts(coming([body]), BOUNDARY, never);
    const counts: number[] = [];
    for await (const { content } of form) {
      counts.push(form.countOf('files'));
      content.resume();
    }
    expect(counts).toEqual([3, 3, 3, 3]);
    expect([form.countOf('other'), form.countOf('none')]).toEqual([1, 0]);
  });

  it('that is malformed or ends early is refused', async () => {
    const whole = formOf([{ name: 'one', content: Buffer.from('1234567890') }]);
    for (let length = 0; length < whole.length - 2; length += 1) {
      await expect(readWhole(whole.subarray(0, length))).rejects.toThrow('not valid multipart/form-data');
    }
    const headless = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"\r\n--${BOUNDARY}--`;
    await expect(readWhole(Buffer.from(headless))).rejects.toThrow('not valid multipart/form-data');
    await expect(readWhole(Buffer.from('{"files": []}'))).rejects.toThrow('not valid multipart/form-data');
    await expect(readWhole(Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--`))).rejects.toThrow(
      'not valid multipart/form-data',
    );
  });

  it('is read no further than a part without headers, whatever part follows it', async () => {
    let given = 0;
    const pieces = (function* () {
      for (; given < 64; given += 1) yield Buffer.from(`--${BOUNDARY}\r\n`.repeat(100));
    })();
    const rest = { turn: () => new Promise<void>(() => undefined), giveUp: dropped };
    const form = new FormParts(coming(pieces), BOUNDARY, rest);
    await expect(form[Symbol.asyncIterator]().next()).rejects.toThrow('not valid multipart/form-data');
    await untilStill(() => given);
    expect(given).toBeLessThan(3);
  });

  it('of very many parts is parsed in steps, even if it arrives at once', async () => {
    const body = formOf(Array.from({ length: 6_000 }, () => ({ name: 'small', content: Buffer.from('1') })));
    const form = new FormParts(coming([body]), BOUNDARY, { turn: () => Promise.resolve(), giveUp: dropped });
    for await (const _part of form) break;
    expect(form.countOf('small')).toBeLessThan(1_000);
    form.discard();
  });

  it.each([
    ['the client is gone', new ClientGone()],
    ['nothing more comes', new ArrivalTimeout()],
  ])('that is interrupted says why: %s', async (_name, failure) => {
    const body = formOf([{ name: 'one', content: randomBytes(100_000) }]);
    await expect(read(coming([body.subarray(0, 50_000)], failure))).rejects.toBe(failure);
  });

  it.each([
    ['a large part', [{ name: 'large', content: Buffer.alloc(10_000_000) }]],
    ['very many parts', Array.from({ length: 6_000 }, () => ({ name: 'small', content: Buffer.from('1') }))],
  ])('arrives no faster than it is read: %s', async (_name, parts) => {
    const body = formOf(parts);
    let given = 0;
    const pieces = cut(body, () => 10_000);
    const counted = (function* () {
      for (const piece of pieces) {
        given += piece.length;
        yield piece;
      }
    })();
    const form = new FormParts(coming(counted), BOUNDARY, never);
    let before = 0;
    for await (const { content } of form) {
      if (before === 0) await untilStill(() => given);
      expect(given - before).toBeLessThan(200_000);
      for await (const chunk of content) expect(chunk).toBeDefined();
      before = given;
    }
    expect(given).toBe(body.length);
  });

  it('that is abandoned is read to its end and dropped, when it is its turn', async () => {
    const body = formOf([{ name: 'large', content: Buffer.alloc(1_000_000) }]);
    let [given, ended] = [0, false];
    const pieces = (async function* () {
      for await (const piece of coming(cut(body, () => 10_000))) {
        given += piece.length;
        yield piece;
      }
      ended = true;
    })();
    const { promise, resolve } = Promise.withResolvers<void>();
    const form = new FormParts(pieces, BOUNDARY, { turn: () => promise, giveUp: dropped });
    for await (const _part of form) break;
    form.discard();
    await untilStill(() => given);
    expect(given).toBeLessThan(200_000);
    resolve();
    await eventually('it was read to its end', () => ended);
    expect(given).toBe(body.length);
  });

  it('that is abandoned keeps none of its parts in memory while it waits for its turn', async () => {
    const part = Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n`);
    const body = Buffer.concat(Array.from({ length: 500 }, () => part));
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = heapUsed();
    for (let n = 0; n < 100; n += 1) {
      const form = new FormParts(coming([body, body]), BOUNDARY, { turn: () => promise, giveUp: dropped });
      for await (const _part of form) break;
      expect(form.countOf('x')).toBeGreaterThan(400);
      form.discard();
    }
    expect((heapUsed() - before) / 100).toBeLessThan(100_000);
    resolve();
  });

  it('that is abandoned and does not get its turn is given up', async () => {
    const body = formOf([{ name: 'large', content: Buffer.alloc(1_000_000) }]);
    let givenUp = false;
    const rest = { turn: () => Promise.reject(new Error('too late')), giveUp: () => void (givenUp = true) };
    const form = new FormParts(coming(cut(body, () => 10_000)), BOUNDARY, rest);
    for await (const _part of form) break;
    form.discard();
    await eventually('it is given up', () => givenUp);
  });
});

describe('the boundary of a form', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; Boundary="a b"; x=y', 'a b'],
    ['multipart/form-data;boundary=a=b', 'a=b'],
  ])('is in %s', (type, boundary) => {
    expect(boundaryIn(type)).toBe(boundary);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary="a',
  ])('is missing in %s', (type) => {
    expect(() => boundaryIn(type)).toThrow('not valid multipart/form-data');
  });
});
