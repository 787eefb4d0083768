/** An item with its place in a ranking. */
export class Ranked<T> {
  chain: Chain<T> | undefined;
  before: Ranked<T> | undefined;
  after: Ranked<T> | undefined;

  constructor(readonly value: T) {}
}

/** Items in the order in which they were added: adding or removing any of them takes the same time, however many there are. */
export class Chain<T> {
  first: Ranked<T> | undefined;
  last: Ranked<T> | undefined;

  add(one: Ranked<T>): void {
    one.chain = this;
    one.before = this.last;
    if (this.last) this.last.after = one;
    else this.first = one;
    this.last = one;
  }

  remove(one: Ranked<T>): void {
    if (one.before) one.before.after = one.after;
    else this.first = one.after;
    if (one.after) one.after.before = one.before;
    else this.last = one.before;
    one.chain = one.before = one.after = undefined;
  }
}

/** Ranks items by a small whole number; items of equal rank are in the order in which they got it. */
export class Ranking<T> {
  private readonly chains: Chain<T>[] = [];
  /** No item ranks lower. */
  private low = 0;
  /** No item ranks higher. */
  private high = 0;

  /** Gives an item this rank, behind others of the same rank. */
  place(one: Ranked<T>, rank: number): void {
    this.remove(one);
    while (this.chains.length <= rank) this.chains.push(new Chain<T>());
    this.chains[rank]?.add(one);
    this.low = Math.min(this.low, rank);
    this.high = Math.max(this.high, rank);
  }

  remove(one: Ranked<T>): void {
    one.chain?.remove(one);
  }

  /** The first item of the lowest rank. */
  get lowest(): T | undefined {
    while (this.low < this.high && !this.chains[this.low]?.first) this.low += 1;
    return this.chains[this.low]?.first?.value;
  }

  /** The first item of the highest rank. */
  get highest(): T | undefined {
    while (this.high > this.low && !this.chains[this.high]?.first) this.high -= 1;
    return this.chains[this.high]?.first?.value;
  }
}
