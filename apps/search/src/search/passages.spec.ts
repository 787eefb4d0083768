import { describe, expect, it, jest } from '@jest/globals';
import { passagesOf } from './passages.ts';

const sentence = 'A ticket may be given back until the day before the journey, for the whole of its price. ';

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

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

  it.each([
    ['Thai', 'พนักงานมีสิทธิลาพักร้อนสิบวันต่อปีและต้องขออนุมัติล่วงหน้า'],
    ['Lao', 'ພະນັກງານມີສິດລາພັກປະຈຳປີສິບຫ້າວັນຕໍ່ປີ'],
    ['Khmer', 'បុគ្គលិកមានសិទ្ធិឈប់សម្រាកប្រចាំឆ្នាំដប់ប្រាំថ្ងៃ'],
    ['Burmese', 'ဝန်ထမ်းများသည်တစ်နှစ်လျှင်ဆယ်ရက်ခွင့်ယူနိုင်သည်'],
    ['Chinese', '员工每年有十五天带薪年假，需要提前两周申请，由部门经理批准'],
  ])('split no word in %s, which has no spaces', async (_language, clause) => {
    const text = clause.repeat(Math.ceil(5_000 / clause.length));
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    const ends = new Set(
      [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].map(({ index }) => index),
    );
    let end = 0;
    for (const passage of passages.slice(0, -1)) {
      end += passage.text.length;
      expect(passage.text.length).toBeGreaterThan(900);
      expect(ends.has(end)).toBe(true);
    }
    expect(passages.map((passage) => passage.text).join('')).toBe(text);
  });

  it.each([
    ['families', '👨‍👩‍👧‍👦'],
    ['flags', '🇩🇪🇫🇷🇪🇸'],
    ['letters and their marks', 'e\u0301o\u0308u\u0302\u0323'],
    ['a word', 'नमस्तेकर्मचारी'],
  ])('split no character of several code points: %s', async (_name, characters) => {
    const text = `x${characters.repeat(Math.ceil(4_000 / characters.length))}`;
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    const count = (whole: string): number => [...new Intl.Segmenter('en').segment(whole)].length;
    expect(passages.reduce((sum, passage) => sum + count(passage.text), 0)).toBe(count(text));
    expect(passages.every((passage) => passage.text.length <= 1_000)).toBe(true);
    expect(passages.map((passage) => passage.text).join('')).toBe(text);
  });

  it('are as long as allowed where one character is longer', async () => {
    const text = `e${'\u0301'.repeat(2_499)}`;
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    expect(passages.map((passage) => passage.text.length)).toEqual([1_000, 1_000, 500]);
  });

  it.each(['।', '॥', '؟', '۔', '።', '။', '។', '।”'])('end with a sentence that ends with %s', async (end) => {
    const sentence = (words: number) => `${'कर्मचारी '.repeat(words)}कर्मचारी${end} `;
    const text = Array.from({ length: 40 }, (_none, index) => sentence(10 + (index % 7))).join('');
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) expect(passage.text.endsWith(end)).toBe(true);
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

  it.each([
    ['sentences', sentence.repeat(10_000), 100],
    ['rows of a table with much padding', `|${' '.repeat(10_000)}|\n`.repeat(200), 20],
  ])('of a long text are made while other work goes on: %s', async (_what, text, fewest) => {
    let turns = 0;
    let isMade = false;
    const other = async (): Promise<void> => {
      for (; !isMade; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const made = passagesOf([{ page: 1, heading: '', text }]);
    const work = other();
    await made;
    isMade = true;
    await work;
    expect(turns).toBeGreaterThan(fewest);
  });

  it.each([' ', '\n', ' \n'])('leave out a lot of white space in one step: %j', async (space) => {
    const trimmed = jest.spyOn(String.prototype, 'trim');
    const text = `A${space.repeat(50_000)}B`;
    const passages = await passagesOf([{ page: 1, heading: '', text }]);
    const steps = trimmed.mock.calls.length;
    trimmed.mockRestore();
    expect(passages.map((passage) => passage.text)).toEqual(['A', 'B']);
    expect(steps).toBeLessThan(50);
  });
});

describe('the passages of a table or a list', () => {
  const row = (n: number) => `| part ${n} | ${'a long remark about it '.repeat(4).trim()} |`;
  const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n)).join('\n');
  const textsOf = async (text: string) =>
    (await passagesOf([{ page: 1, heading: '', text }])).map((passage) => passage.text);

  it('are cut between rows only, and each repeats the header and the introduction', async () => {
    const head = 'Parts are ordered by number.\n\n| Part | Remark |\n| --- | --- |';
    const texts = await textsOf(`${head}\n${rows(30)}`);
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) {
      expect(text.startsWith(`${head}\n| part `)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(1_000);
      for (const line of text.split('\n').slice(2)) expect(line).toMatch(/^\|.*\|$/);
    }
    const found = texts.flatMap((text) => text.split('\n').slice(4));
    expect(found).toEqual(rows(30).split('\n'));
  });

  it('take no more steps for a long header, which is not repeated', async () => {
    const joined = jest.spyOn(Array.prototype, 'join');
    const texts = await textsOf(`| a |\n${'|-|\n'.repeat(500)}${rows(500)}`);
    const parts = joined.mock.contexts.reduce<number>((sum, list) => sum + lengthOf(list), 0);
    joined.mockRestore();
    expect(texts.at(-1)).not.toContain('|-|');
    expect(parts).toBeLessThan(5_000);
  });

  it.each([
    ['the last sentence of a long paragraph', `${'Long before. '.repeat(100)}\nThese may travel:\n`],
    ['a paragraph of many lines', 'a.\n'.repeat(1_000) + 'These\nmay travel:\n'],
  ])('repeat %s', async (_what, paragraph) => {
    const texts = await textsOf(`${paragraph}\n${rows(30)}`);
    expect(texts.at(-1)).toMatch(/^These may travel:\n\n\| part 0 /);
  });

  it('repeat the first row of a table without outer bars', async () => {
    const [head, ...others] = [
      'Part | Remark',
      ...rows(30)
        .split('\n')
        .map((line) => line.slice(2, -2)),
    ];
    const texts = await textsOf([head, ...others].join('\n'));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text.split('\n')[0]).toBe(head);
  });

  it('have no padding of columns', async () => {
    expect(await textsOf('| A      | B |\n| ------ | - |\n| 1      | 2 |')).toEqual([
      '| A | B |\n| --- | - |\n| 1 | 2 |',
    ]);
  });

  it('are cut between items, and each repeats the introduction', async () => {
    const introduction = 'These occasions give paid days:';
    const items = Array.from(
      { length: 30 },
      (_, n) => `- occasion ${n}: two days.\n  Ask. ${'Some more. '.repeat(5).trim()}`,
    );
    const texts = await textsOf(`Before.\n\n${introduction}\n\n${items.join('\n')}\n\nAfter.`);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts.slice(1)) expect(text.startsWith(`${introduction}\n\n- occasion`)).toBe(true);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(1_000);
    const whole = texts.join('\n');
    for (const item of items) expect(whole.split(item)).toHaveLength(2);
    expect(texts.at(-1)?.endsWith('After.')).toBe(true);
  });

  it.each(['(a)', 'b)', '(iv)', '(12)'])('are lists with marks such as %s', async (mark) => {
    const introduction = '4.2 The supplier shall:';
    const items = Array.from({ length: 30 }, () => `${mark} deliver. ${'Some more. '.repeat(5).trim()}`);
    const texts = await textsOf(`${introduction}\n\n${items.join('\n\n')}`);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text.startsWith(`${introduction}\n\n${mark}`)).toBe(true);
  });
});

describe('a heading alone', () => {
  const section = (heading: string, text: string, page = 1) => ({ page, heading, text });

  it('is no passage: it begins the next one, or ends the last', async () => {
    const passages = await passagesOf([
      section('Use', '# Use\n\n'),
      section('Use › Daily', '## Daily\n\nClose the hood.'),
      section('Plans', '# Plans\n'),
    ]);
    expect(passages).toEqual([
      {
        page: 1,
        heading: 'Use › Daily',
        text: '# Use\n\n## Daily\n\nClose the hood.\n\n# Plans',
        position: 0,
      },
    ]);
  });

  it('is kept where there is nothing else', async () => {
    const [only, ...others] = await passagesOf([section('A', '# A'), section('B', 'B\n===')]);
    expect(only?.text).toBe('# A\n\nB\n===');
    expect(others).toEqual([]);
  });
});
