import { describe, expect, it } from '@jest/globals';
import { passagesOf } from './passages.ts';

const sentence = 'A ticket may be given back until the day before the journey, for the whole of its price. ';

describe('the passages of a text', () => {
  it('keep short sections unchanged, under their heading and on their page', async () => {
    const sections = [
      { page: 1, heading: 'Refunds', text: ' Within 14 days. ' },
      { page: 2, heading: 'Refunds', text: 'By the same way.' },
    ];
    expect(await passagesOf(sections)).toEqual([
      { page: 1, heading: 'Refunds', text: 'Within 14 days.', position: 0 },
      { page: 2, heading: 'Refunds', text: 'By the same way.', position: 1 },
    ]);
  });

  it('do not exist when there is only white space', async () => {
    expect(await passagesOf([{ page: 1, heading: '', text: ' \n\n ' }])).toEqual([]);
  });

  it('join neighbours under the same heading of the same page', async () => {
    const [first, ...others] = await passagesOf([
      { page: 1, heading: 'Refunds', text: 'One.' },
      { page: 1, heading: 'Refunds', text: 'Two.' },
    ]);
    expect(first?.text).toBe('One.\n\nTwo.');
    expect(others).toEqual([]);
  });

  it('are split at the ends of sentences, and lose nothing', async () => {
    const text = sentence.repeat(100).trim();
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    expect(passages.length).toBeGreaterThan(5);
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThanOrEqual(1_000);
      expect(passage.text.endsWith('price.')).toBe(true);
    }
    expect(passages.map((passage) => passage.text).join(' ')).toBe(text);
  });

  it('split no character, even in a text without sentences or words', async () => {
    const passages = await passagesOf([{ page: 1, heading: '', text: '😀'.repeat(2_001) }]);
    expect(passages.every(({ text }) => text.isWellFormed())).toBe(true);
    expect(passages.map(({ text }) => text).join('')).toBe('😀'.repeat(2_001));
  });

  it('continue a section that comes in several parts', async () => {
    const parts = ['One wo', 'rd. ', 'Two.'].map((text, n) => ({
      page: 1,
      heading: 'A',
      text,
      continues: n > 0,
    }));
    const [first, ...others] = await passagesOf([...parts, { page: 1, heading: 'A', text: 'Three.' }]);
    expect(first?.text).toBe('One word. Two.\n\nThree.');
    expect(others).toEqual([]);
  });

  it('of a long text are made while other work goes on', async () => {
    let turns = 0;
    let isMade = false;
    const other = async (): Promise<void> => {
      for (; !isMade; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const made = passagesOf([{ page: 1, heading: '', text: sentence.repeat(10_000) }]);
    const work = other();
    const { length } = await made;
    isMade = true;
    await work;
    expect(turns).toBeGreaterThan(length / 100);
  });
});
