import { hashOf } from './text-hash.ts';

/** Longer values are shown cut, and told apart by their hash. Characters. */
const MOST_SHOWN = 100;
/** The registers of the estimate: its standard error is 1.04 / √4096, 1.6%. */
const REGISTER_BITS = 12;
const REGISTERS = 1 << REGISTER_BITS;

/** A value and how often it occurs. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** How many more different values all columns of a document together may count. */
export class ValueRoom {
  left: number;

  constructor(left: number) {
    this.left = left;
  }
}

/** Counts each value, for up to `most` different values and while there is room; beyond that, estimates how many differ (HyperLogLog). */
export class ValueCounts {
  private readonly most: number;
  private readonly room: ValueRoom;
  private readonly counts = new Map<string, number>();
  private registers: Uint8Array | undefined;

  constructor(most: number, room: ValueRoom) {
    this.most = most;
    this.room = room;
  }

  add(value: string): void {
    const key = keyOf(value);
    if (this.registers) return this.note(this.registers, key);
    const count = this.counts.get(key);
    if (count === undefined) {
      if (this.counts.size === this.most || this.room.left === 0) return this.overflow(key);
      this.room.left -= 1;
    }
    this.counts.set(key, (count ?? 0) + 1);
  }

  /** How many different values there are. */
  get distinct(): number {
    return this.registers ? estimateOf(this.registers) : this.counts.size;
  }

  get isEstimated(): boolean {
    return this.registers !== undefined;
  }

  /** The most frequent values, of equally frequent ones the earlier first; null if there were too many different values to count. */
  top(length: number): readonly CountedValue[] | null {
    if (this.registers) return null;
    const all = [...this.counts].map(([value, count]) => ({ value: shownOf(value), count }));
    return all.sort((one, other) => other.count - one.count).slice(0, length);
  }

  private overflow(key: string): void {
    const registers = new Uint8Array(REGISTERS);
    for (const known of this.counts.keys()) this.note(registers, known);
    this.room.left += this.counts.size;
    this.counts.clear();
    this.registers = registers;
    this.note(registers, key);
  }

  private note(registers: Uint8Array, key: string): void {
    const hash = hashOf(key);
    const register = hash >>> (32 - REGISTER_BITS);
    const rank = Math.min(Math.clz32(hash << REGISTER_BITS), 32 - REGISTER_BITS) + 1;
    if (rank > (registers[register] ?? 0)) registers[register] = rank;
  }
}

/** Identifies a value: a long one by its beginning and its hash, so that it is not kept whole. */
export function keyOf(value: string): string {
  return value.length > MOST_SHOWN ? `${copyOf(value.slice(0, MOST_SHOWN))}…${hashOf(value)}` : value;
}

/** How a value is shown, from its key. */
export function shownOf(key: string): string {
  return key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN).toWellFormed()}…` : key.toWellFormed();
}

/** A copy of the text: a slice of another text would keep all of that in memory. */
export function copyOf(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/** How many different values there were, without bias for any number (Ertl 2017, “New cardinality estimation algorithms for HyperLogLog sketches”). */
function estimateOf(registers: Uint8Array): number {
  let [sum, empty] = [0, 0];
  for (const rank of registers) {
    if (rank === 0) empty += 1;
    else sum += 2 ** -rank;
  }
  return Math.round(
    (REGISTERS * REGISTERS) / (2 * Math.LN2 * (sum + REGISTERS * weightOf(empty / REGISTERS))),
  );
}

/** What empty registers contribute to the sum, by their share: the limit of x + x² + 2x⁴ + 4x⁸ + … */
function weightOf(empty: number): number {
  let [weight, before] = [empty, -1];
  for (let [power, factor] = [empty, 1]; weight > before; factor *= 2) {
    power *= power;
    before = weight;
    weight += power * factor;
  }
  return weight;
}
