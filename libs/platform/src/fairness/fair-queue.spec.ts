import { describe, expect, it } from '@jest/globals';
import { FairQueue, KEPT_LINES } from './fair-queue.ts';

/** Random numbers below a bound, the same for the same seed. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface PlainLine {
  readonly items: number[];
  running: number;
  weight: number;
  /** When the line got its present place among the turns. */
  placed: number;
}

/** The same queue, written to be plainly correct, however slow that is. */
class PlainQueue {
  readonly lines = new Map<string, PlainLine>();
  private steps = 0;

  add(key: string, item: number): void {
    const line = this.lineOf(key);
    if (line.items.push(item) === 1) line.placed = this.steps += 1;
  }

  move(key: string, by: 1 | -1): void {
    const line = this.lineOf(key);
    line.running += by;
    line.placed = this.steps += 1;
  }

  get next(): string | undefined {
    return this.waiting
      .sort(([, one], [, other]) => loadOf(one) - loadOf(other) || one.placed - other.placed)
      .map(([key]) => key)[0];
  }

  get waiting(): [string, PlainLine][] {
    return [...this.lines].filter(([, { items }]) => items.length > 0);
  }

  lineOf(key: string): PlainLine {
    const line = this.lines.get(key) ?? { items: [], running: 0, weight: 1, placed: 0 };
    this.lines.set(key, line);
    return line;
  }
}

const loadOf = ({ running, weight }: PlainLine): number => Math.round(running * weight);

/** Does each step with both queues. */
class Pair {
  readonly queue = new FairQueue<number>();
  readonly plain = new PlainQueue();

  add(key: string, item: number): void {
    this.queue.add(this.queue.lineOf(key), item);
    this.plain.add(key, item);
  }

  /** Begins the next item, if one waits. */
  beginNext(): void {
    const line = this.queue.next;
    expect(line?.key).toBe(this.plain.next);
    if (!line) return;
    expect(this.queue.takeOldest(line)).toBe(this.plain.lineOf(line.key).items.shift());
    this.queue.begin(line);
    this.plain.move(line.key, 1);
  }

  end(key: string, weight: number): void {
    const plain = this.plain.lineOf(key);
    if (plain.running === 0) return;
    this.queue.end(this.queue.lineOf(key), weight);
    plain.weight = weight;
    this.plain.move(key, -1);
  }

  dropNewestOfLongest(): void {
    const { longest } = this.queue;
    const lengths = this.plain.waiting.map(([, { items }]) => items.length);
    expect(longest?.length).toBe(lengths.length === 0 ? undefined : Math.max(...lengths));
    if (longest) expect(this.queue.takeNewest(longest)).toBe(this.plain.lineOf(longest.key).items.pop());
  }

  check(): void {
    const { waiting } = this.plain;
    const active = [...this.plain.lines.values()].filter((line) => line.running > 0 || line.items.length > 0);
    expect(this.queue.waiting).toBe(waiting.reduce((sum, [, { items }]) => sum + items.length, 0));
    expect(this.queue.waitingLines).toBe(waiting.length);
    expect(this.queue.activeLines).toBe(active.length);
  }
}

describe('a fair queue', () => {
  it.each([
    [1, 3],
    [2, 40],
    [3, 2_000],
    [4, 700],
  ])('does what a plain one would, in any order of steps (seed %i, %i keys)', (seed, keys) => {
    const random = randomly(seed);
    const pair = new Pair();
    // A forgotten line loses its weight.
    const weights = keys <= KEPT_LINES ? 7 : 1;
    // One key gets half of all steps, like a tenant at full speed.
    const aKey = (): string => `key ${random(2) === 0 ? 0 : random(keys)}`;
    for (let step = 0; step < 3_000; step += 1) {
      const kind = random(10);
      if (kind < 4) pair.add(aKey(), step);
      else if (kind < 7) pair.beginNext();
      else if (kind < 9) pair.end(aKey(), 1 + random(weights) / 2);
      else pair.dropNewestOfLongest();
      if (step % 50 === 0) pair.check();
    }
    pair.check();
  });

  it('gives each of many tenants as much, however much one of them has', () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 10_000; n += 1) queue.add(queue.lineOf('flood'), 'flood');
    for (let n = 0; n < 500; n += 1) queue.add(queue.lineOf(`quiet ${n % 100}`), `quiet ${n % 100}`);
    const turns = new Map<string, number>();
    for (let n = 0; n < 505; n += 1) {
      const line = queue.next;
      if (!line) throw new Error('Nothing waits.');
      const key = queue.takeOldest(line) ?? '';
      queue.begin(line);
      turns.set(key, (turns.get(key) ?? 0) + 1);
      queue.end(line);
    }
    expect(turns.size).toBe(101);
    expect(new Set(turns.values())).toEqual(new Set([5]));
  });

  it('keeps no line of the many tenants who came and went', () => {
    const queue = new FairQueue<number>();
    const kept = queue.lineOf('kept');
    queue.add(kept, 1);
    for (let n = 0; n < 10_000; n += 1) {
      const line = queue.lineOf(`gone ${n}`);
      queue.begin(line);
      queue.end(line);
    }
    expect(queue.lineOf('gone 9999')).not.toBe(queue.lineOf('gone 9999'));
    expect(queue.lineOf('kept')).toBe(kept);
    expect(queue.activeLines).toBe(1);
  });
});
