import { describe, expect, it } from '@jest/globals';
import { Overloaded } from '../errors/fault.ts';
import { Limiter, type Work } from './limiter.ts';

/** Work that ends when it is told to. */
class Piece implements Work {
  state: 'waits' | 'begun' | 'expired' = 'waits';
  end: (error?: Error) => void = () => undefined;

  constructor(readonly deadline = Date.now() + 60_000) {}

  begin(): Promise<void> {
    this.state = 'begun';
    return new Promise((resolve, reject) => {
      this.end = (error) => (error ? reject(error) : resolve());
    });
  }

  expire(): void {
    this.state = 'expired';
  }
}

function pieces(limiter: Limiter, count: number): Piece[] {
  return Array.from({ length: count }, () => {
    const piece = new Piece();
    limiter.run(piece);
    return piece;
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a limiter', () => {
  it('begins as much as it takes at a time, and lets the rest wait in order', async () => {
    const limiter = new Limiter(2, 10);
    const all = pieces(limiter, 4);
    expect(all.map((piece) => piece.state)).toEqual(['begun', 'begun', 'waits', 'waits']);
    all[1]?.end();
    await turn();
    expect(all.map((piece) => piece.state)).toEqual(['begun', 'begun', 'begun', 'waits']);
  });

  it('refuses one more at once when as many wait as may, and takes it when one is done', async () => {
    const limiter = new Limiter(1, 1);
    const [first] = pieces(limiter, 2);
    expect(() => limiter.run(new Piece())).toThrow(Overloaded);
    expect(limiter.load).toBe(2);
    first?.end();
    await turn();
    expect(() => limiter.run(new Piece())).not.toThrow();
  });

  it('lets nobody wait when it has no queue', () => {
    const limiter = new Limiter(1, 0);
    pieces(limiter, 1);
    expect(() => limiter.run(new Piece())).toThrow(Overloaded);
  });

  it('never begins what is past its deadline, on arrival or after waiting', async () => {
    const limiter = new Limiter(1, 10);
    const late = new Piece(Date.now() - 1);
    limiter.run(late);
    expect(late.state).toBe('expired');
    const [first] = pieces(limiter, 1);
    const soonLate = new Piece(Date.now() + 20);
    limiter.run(soonLate);
    const [last] = pieces(limiter, 1);
    await pause(40);
    first?.end();
    await turn();
    expect(soonLate.state).toBe('expired');
    expect(last?.state).toBe('begun');
  });

  it('goes on when work fails', async () => {
    const limiter = new Limiter(1, 1);
    const [first, second] = pieces(limiter, 2);
    first?.end(new Error('defect'));
    await turn();
    expect(second?.state).toBe('begun');
  });

  it('refuses what would wait for more than half of its time, by what work took lately', async () => {
    const limiter = new Limiter(1, 1_000);
    for (let n = 0; n < 40; n += 1) {
      const [piece] = pieces(limiter, 1);
      await pause(10);
      piece?.end();
      await turn();
    }
    pieces(limiter, 1);
    const taken = { inAMinute: 0, inASecond: 0 };
    const tryFor = (ms: number): boolean => {
      try {
        limiter.run(new Piece(Date.now() + ms));
        return true;
      } catch {
        return false;
      }
    };
    while (taken.inASecond < 900 && tryFor(1_000)) taken.inASecond += 1;
    expect(taken.inASecond).toBeGreaterThan(0);
    expect(taken.inASecond).toBeLessThan(100);
    expect(tryFor(60_000)).toBe(true);
  });

  it('is drained once nothing is begun or waits', async () => {
    const limiter = new Limiter(1, 1);
    await limiter.drained();
    const [first, second] = pieces(limiter, 2);
    const drained = limiter.drained().then(() => second?.state);
    first?.end();
    await turn();
    second?.end();
    await expect(drained).resolves.toBe('begun');
    expect(limiter.load).toBe(0);
  });

  it('is drained when the last that waits expires', async () => {
    const limiter = new Limiter(1, 1);
    const [first] = pieces(limiter, 1);
    limiter.run(new Piece(Date.now() + 5));
    const drained = limiter.drained();
    await pause(20);
    first?.end();
    await drained;
    expect(limiter.load).toBe(0);
  });
});
