import { describe, expect, it } from '@jest/globals';
import { roomOf, standOf } from './toast-place.ts';

const SCREEN = { width: 400, height: 800 };
const SIZE = { width: 300, height: 50 };

const at = (top: number, bottom: number, right = 400) => ({ top, bottom, left: 0, right });

describe('how far above the bottom a toast stands', () => {
  it.each([
    ['at the edge where nothing is kept free', [], 16],
    ['at the edge where what is kept free is higher', [at(100, 700)], 16],
    ['at the edge beside what is kept free', [at(700, 800, 80)], 16],
    ['above what it would cover', [at(700, 790)], 108],
    ['above all that it would cover, whatever their order', [at(600, 680), at(700, 790)], 208],
    ['between two where it fits', [at(500, 600), at(700, 790)], 108],
    ['at the top where there is no room', [at(16, 784)], 742],
  ])('is %s', (_name, free, stand) => {
    expect(standOf(SIZE, SCREEN, free)).toBe(stand);
  });
});

it('the end of a page can be scrolled above a toast, with a gap between them', () => {
  const [bottom] = [SCREEN.height - roomOf(SIZE.height)];
  const top = SCREEN.height - standOf(SIZE, SCREEN, []) - SIZE.height;
  expect(top - bottom).toBe(8);
});
