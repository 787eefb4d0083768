import { describe, expect, it } from '@jest/globals';
import { around, arrowOf, borderTowards, labelPointOf, pathOf } from './geometry.ts';
import { widthOf, wrapped } from './words.ts';
import { fitting, firstScale, within } from './zoom.ts';

const BOX = { x: 0, y: 0, width: 100, height: 40 };

describe('lines', () => {
  it('have round corners, and straight ends', () => {
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 50, y: 0 },
        { x: 50, y: 50 },
      ]),
    ).toBe('M0 0L44 0Q50 0 50 6L50 50');
  });

  it('have their corners within short parts', () => {
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 4, y: 0 },
        { x: 4, y: 50 },
      ]),
    ).toBe('M0 0L2 0Q4 0 4 6L4 50');
  });

  it('end in an arrow in their direction; without a direction, in none', () => {
    expect(
      arrowOf([
        { x: 0, y: 0 },
        { x: 50, y: 0 },
      ]),
    ).toBe('M50 0L41 -4L41 4Z');
    expect(
      arrowOf([
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ]),
    ).toBe('');
    expect(arrowOf([])).toBe('');
  });

  it('leave a box where they meet its border', () => {
    expect(borderTowards(BOX, { x: 50, y: 200 })).toEqual({ x: 50, y: 40 });
    expect(borderTowards(BOX, { x: 250, y: 20 })).toEqual({ x: 100, y: 20 });
  });

  it('have their name at the longest level part', () => {
    expect(
      labelPointOf([
        { x: 0, y: 0 },
        { x: 0, y: 90 },
        { x: 40, y: 90 },
      ]),
    ).toEqual({ x: 20, y: 90 });
    expect(
      labelPointOf([
        { x: 0, y: 0 },
        { x: 0, y: 90 },
      ]),
    ).toEqual({ x: 0, y: 45 });
  });
});

describe('bounds', () => {
  it('are around everything, with a margin; around nothing they are empty', () => {
    expect(around([BOX, { x: -10, y: 60 }], 5)).toEqual({ x: -15, y: -5, width: 120, height: 70 });
    expect(around([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

describe('names', () => {
  it('are in as many lines as they need', () => {
    expect(wrapped('Scan the ticket', 60, 3)).toEqual(['Scan the', 'ticket']);
    expect(wrapped('  ', 60, 3)).toEqual([]);
  });

  it('end in an ellipsis where there is no room', () => {
    const lines = wrapped('one two three four five six seven', 40, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });

  it.each([
    ['Thai, whose marks have no width', 'ก้ก้ก้ก้', 14, ['ก้ก้', 'ก้ก้']],
    ['emoji that are made of several', '👩‍💻👩‍💻👩‍💻', 26, ['👩‍💻👩‍💻', '👩‍💻']],
    ['Hindi', 'किकिकि', 21, ['कि', 'कि', 'कि']],
    ['Vietnamese, as wide as others of Latin', 'ếếếế', 27, ['ếếếế']],
    ['Chinese', '知识库', 24, ['知识', '库']],
  ])('break between the letters of %s', (_script, text, width, lines) => {
    expect(wrapped(text, width, 3)).toEqual(lines);
  });

  it('are shortened between letters', () => {
    expect(wrapped('👩‍💻👩‍💻👩‍💻 ab', 26, 1)).toEqual(['👩‍💻…']);
    expect(wrapped('กี้กี้กี้กี้ ab', 24, 1)).toEqual(['กี้…']);
  });

  it('are no wider than they seem', () => {
    for (const letter of ['ế', 'Ữ', '–', '“', '”']) expect(widthOf(letter)).toBeLessThan(9);
    for (const letter of ['知', '한', 'Ａ', '𠀀', '✅', '🇩🇪', '❤️', 'ខ']) expect(widthOf(letter)).toBe(12);
  });

  it('break words that are wider than a line, of any length', () => {
    const lines = wrapped('x'.repeat(1_000_000), 50, 3);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(50);
  });
});

describe('zoom', () => {
  it('fits a diagram without enlarging it', () => {
    expect(fitting(BOX, 50, 100)).toBe(0.5);
    expect(fitting(BOX, 500, 500)).toBe(1);
  });

  it('begins so that names can be read, though one has to scroll', () => {
    expect(firstScale({ ...BOX, width: 10_000 }, 300)).toBe(0.7);
    expect(firstScale(BOX, 0)).toBe(1);
  });

  it('has limits', () => {
    expect([within(0), within(100)]).toEqual([0.05, 4]);
  });
});
