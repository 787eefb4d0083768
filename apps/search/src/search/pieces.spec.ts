import { describe, expect, it } from '@jest/globals';
import { QuestionPieces, roundedPieces, signsOf } from './pieces.ts';

const WIDTH = 384;

/** A direction that looks random, and is the same every time. */
function direction(seed: number): number[] {
  return Array.from({ length: WIDTH }, (_none, index) => Math.sin((index + 1) * (seed + 1) * 12.9898));
}

function piecesOf(...seeds: number[]): Int8Array {
  return roundedPieces(Float32Array.from(seeds.flatMap(direction)), WIDTH);
}

describe('the pieces of a text', () => {
  it('are rounded, the greatest number of each to 127', () => {
    expect([...roundedPieces(Float32Array.of(1, -2, 0.5, 0, 0, 0), 3)]).toEqual([64, -127, 32, 0, 0, 0]);
  });

  it('are stored as a bit for each number', () => {
    expect([...signsOf(Int8Array.of(1, -1, 0, 5, -5, -5, -5, 5, 9, 9, 9, 9, 9, 9, 9, -9))]).toEqual([
      137, 127,
    ]);
  });
});

describe('a question', () => {
  it('is about 1 like the same text, and about 0 like one that has nothing alike', () => {
    const question = new QuestionPieces(piecesOf(1, 2, 3), WIDTH);
    expect(question.likenessTo(signsOf(piecesOf(1, 2, 3)))).toBeGreaterThan(0.9);
    expect(Math.abs(question.likenessTo(signsOf(piecesOf(11))))).toBeLessThan(0.2);
    expect(question.likenessTo(new Uint8Array())).toBe(0);
  });

  it('is compared piece by piece, each with the most similar one, wherever that is', () => {
    const question = new QuestionPieces(piecesOf(1, 2), WIDTH);
    const [all, half] = [signsOf(piecesOf(5, 2, 6, 1)), signsOf(piecesOf(5, 2, 6))];
    expect(question.likenessTo(all)).toBeGreaterThan(0.9);
    expect(question.likenessTo(half)).toBeGreaterThan(0.4);
    expect(question.likenessTo(half)).toBeLessThan(0.7);
  });

  it('is compared by its first 32 pieces', () => {
    const first = Array.from({ length: 32 }, (_none, seed) => seed);
    const signs = signsOf(piecesOf(3, 50));
    const [long, short] = [
      new QuestionPieces(piecesOf(...first, 50), WIDTH),
      new QuestionPieces(piecesOf(...first), WIDTH),
    ];
    expect(long.likenessTo(signs)).toBe(short.likenessTo(signs));
  });
});
