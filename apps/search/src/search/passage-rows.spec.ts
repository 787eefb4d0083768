import { describe, expect, it } from '@jest/globals';
import { type PassageRow, rowsIn } from './passage-rows.ts';

describe('the rows of passages', () => {
  const written = [70, 0, 50].map((length, n) => ({
    source: { kind: 'document', id: `D${n}`, name: 'Handbook' } as const,
    indexingId: `I${n}`,
    writeId: `w${n}`,
    passages: Array.from({ length }, (_, position) => ({ page: 1, heading: '', text: 'Text', position })),
    embeddings: null,
  }));

  it('are made in their order, and as many at a time as are wanted', async () => {
    const found: PassageRow[][] = [];
    for await (const rows of rowsIn(written, 50)) found.push(rows);
    expect(found.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(found.flat().map(({ source_id, position }) => [source_id, position])).toEqual(
      written.flatMap(({ source, passages }) =>
        passages.map(({ position }) => [source.id.toLowerCase(), position]),
      ),
    );
  });

  it('are made while other work goes on', async () => {
    let turns = 0;
    let isMade = false;
    const other = async (): Promise<void> => {
      for (; !isMade; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const work = other();
    await rowsIn(written, 1_000).next();
    isMade = true;
    await work;
    expect(turns).toBeGreaterThan(5);
  });
});
