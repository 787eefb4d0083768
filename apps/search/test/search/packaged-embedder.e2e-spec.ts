import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@pks/testing/black-box';
import { type Embedding, unit } from '../../src/search/embedder.ts';
import { EmbeddingThread } from '../../src/search/embedding-thread.ts';
import { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';

const embedder = new PackagedEmbedder();

afterAll(() => embedder.close());

function cosine({ vector: a }: Embedding, { vector: b }: Embedding): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

describe('the packaged model', () => {
  it('returns vectors of length 1, nearer when the meaning is', async () => {
    const [refund, money, weather] = await embedder.embed([
      'Tickets are refunded within seven days.',
      'How do I get my money back?',
      'Rain and wind are expected in the north.',
    ]);
    expect(refund?.vector).toHaveLength(embedder.dimensions);
    expect(cosine(refund!, refund!)).toBeCloseTo(1, 5);
    expect(cosine(refund!, money!)).toBeGreaterThan(cosine(refund!, weather!));
  });

  it('returns the same vector for a text, alone, among others, and again', async () => {
    const texts = Array.from(
      { length: 9 },
      (_, index) => `Ticket number ${index} costs ${index * 7} pounds.`,
    );
    const together = await embedder.embed(texts);
    const alone = await embedder.embedQuestion(texts[7]!);
    const again = await embedder.embedQuestion(texts[7]!);
    expect(cosine(together[7]!, alone)).toBeCloseTo(1, 4);
    expect(again).toEqual(alone);
    expect(again.vector).not.toBe(alone.vector);
  });

  it('returns a direction for each piece of the words, whose sum is that of the text', async () => {
    const [embedding] = await embedder.embed(['Tickets are refunded.']);
    const { vector, pieces } = embedding!;
    expect(pieces).toHaveLength(8 * embedder.dimensions);
    const most = pieces!.reduce((greatest, number) => Math.max(greatest, number), 0);
    expect(most).toBe(127);
    const sum = vector.map((_none, index) =>
      pieces!.reduce((all, number, at) => (at % vector.length === index ? all + number : all), 0),
    );
    expect(cosine({ vector, pieces }, { vector: unit(sum), pieces })).toBeGreaterThan(0.95);
  });

  it('embeds a question before a batch that waits', async () => {
    const done: string[] = [];
    const many = embedder.embed(Array.from({ length: 40 }, (_, index) => `A text, the ${index}th of many.`));
    const question = embedder.embedQuestion('Is a question answered first?');
    await Promise.all([many.then(() => done.push('many')), question.then(() => done.push('question'))]);
    expect(done).toEqual(['question', 'many']);
  });

  it('embeds a single passage as any other', async () => {
    const done: string[] = [];
    const many = embedder.embed(Array.from({ length: 40 }, (_, index) => `A text, the ${index}th of some.`));
    const one = embedder.embed(['Is a passage embedded first?']);
    await Promise.all([many.then(() => done.push('many')), one.then(() => done.push('one'))]);
    expect(done).toEqual(['many', 'one']);
  });

  it.each([
    ['questions', ([text = '']: string[], project: string) => embedder.embedQuestion(text, project)],
    ['passages', (texts: string[], project: string) => embedder.embed(texts, project)],
  ] as const)("lets a project's %s wait for one of each other project at most", async (what, embedded) => {
    const done: string[] = [];
    const embed = (project: string, index: number): Promise<void> => {
      const texts = Array.from(
        { length: 4 },
        (_, text) => `The ${index}th of the ${what} of ${project}: ${text}`,
      );
      return embedded(texts, project).then(() => void done.push(project));
    };
    const ofA = Array.from({ length: 12 }, (_, index) => embed('a', index));
    await Promise.all([...ofA, embed('b', 0), embed('c', 0)]);
    expect([...done.slice(0, 4)].sort()).toEqual(['a', 'a', 'b', 'c']);
  });

  it('accepts texts that are empty, long, or in no language', async () => {
    const embeddings = await embedder.embed([
      '',
      'word '.repeat(50_000),
      '返金は七日以内に行われます',
      '\u0000\ud800 😀',
    ]);
    expect(embeddings.map(({ vector }) => vector.length)).toEqual(Array(4).fill(embedder.dimensions));
    expect(embeddings.every(({ vector }) => vector.every(Number.isFinite))).toBe(true);
    const counts = embeddings.map(({ pieces }) => (pieces?.length ?? 0) / embedder.dimensions);
    expect([counts[0], counts[1]]).toEqual([2, 256]);
    expect(await embedder.embed(['one', ''])).toHaveLength(2);
    expect(await embedder.embed([])).toEqual([]);
    expect((await embedder.embed(['']))[0]?.vector).toHaveLength(embedder.dimensions);
  });

  it('starts a thread again after it was idle', async () => {
    let started = 0;
    const count = (): void => void (started += 1);
    subscribe('worker_threads', count);
    const resting = new PackagedEmbedder({ idleMs: 1 });
    const [first] = await resting.embed(['one', 'two']);
    let again: readonly Embedding[] = [];
    await eventually('another thread is started', async () => {
      again = await resting.embed(['one', 'two']);
      return started === 2;
    });
    unsubscribe('worker_threads', count);
    expect(cosine(first!, again[0]!)).toBeCloseTo(1, 4);
    await resting.close();
  });

  it('does not lose a text that comes while its idle thread is being ended', async () => {
    const thread = new EmbeddingThread({ threads: 1, isPatient: false });
    await thread.embed(['one']);
    const [, embeddings] = await Promise.all([thread.end(), thread.embed(['two'])]);
    expect(embeddings).toHaveLength(1);
    await thread.end();
  });

  it('keeps the runtime from reporting its use, which would begin with files in the home folder', async () => {
    const home = await mkdtemp(join(tmpdir(), 'pks-home-'));
    const built = new URL('../../dist/search/packaged-embedder.js', import.meta.url);
    const program = `
      import { PackagedEmbedder } from ${JSON.stringify(built)};
      const embedder = new PackagedEmbedder();
      const [{ vector }] = await embedder.embed(['one']);
      await embedder.close();
      console.log(vector.length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env['PATH'], HOME: home },
    });
    expect(Number(stdout)).toBe(embedder.dimensions);
    expect(await readdir(home)).toEqual([]);
    await rm(home, { recursive: true });
  });

  it('fails what waits once it is closed, and what comes after', async () => {
    const closing = new PackagedEmbedder();
    const failed = expect(closing.embed(['one', 'two'])).rejects.toThrow('The embedder was closed.');
    await closing.close();
    await failed;
    await expect(closing.embed(['three'])).rejects.toThrow('The embedder was closed.');
  });
});
