import { Chain, Ranked, Ranking } from './ranking.ts';

/** How many empty lines are kept, so that a tenant who calls again and again needs no new line. */
export const KEPT_LINES = 256;

/** The line of one tenant: its running and waiting items. */
export class Line<T> {
  /** How many of its items run. */
  running = 0;
  /** How many of its items wait. */
  length = 0;
  /** How much each running item counts: 1 or more. */
  weight = 1;
  /** Since when items have waited without a pause, as `Clock.elapsed`. */
  waitsSince = 0;
  /** Until when the line is kept short, as `Clock.elapsed`. */
  congestedUntil = 0;
  readonly items = new Chain<T>();
  readonly turn = new Ranked<Line<T>>(this);
  readonly size = new Ranked<Line<T>>(this);

  constructor(readonly key: string) {}

  /** How much all running items count, in whole numbers. */
  get load(): number {
    return Math.round(this.running * this.weight);
  }

  get isEmpty(): boolean {
    return this.running === 0 && this.length === 0;
  }

  /** Keeps the line short until then, as `Clock.elapsed`, or for longer if it is already. */
  keepShortUntil(at: number): void {
    this.congestedUntil = Math.max(this.congestedUntil, at);
  }
}

/**
 * Queues items in a line for each tenant. The next turn is always that of the line with the lowest load, and among equal
 * lines that of the first to get so far: each tenant gets as much as every other, however many items it has. The memory is
 * that of the items, and every operation takes the same time, however many wait.
 */
export class FairQueue<T> {
  private readonly lines = new Map<string, Line<T>>();
  /** The lines with waiting items, by their load. */
  private readonly turns = new Ranking<Line<T>>();
  /** The lines with waiting items, by their length. */
  private readonly lengths = new Ranking<Line<T>>();
  private waitingCount = 0;
  private waitingLinesCount = 0;
  private activeCount = 0;

  /** The number of items that wait. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** The number of lines in which an item waits. */
  get waitingLines(): number {
    return this.waitingLinesCount;
  }

  /** The number of lines in which an item runs or waits. */
  get activeLines(): number {
    return this.activeCount;
  }

  /** The line whose turn it is; undefined if nothing waits. */
  get next(): Line<T> | undefined {
    return this.turns.lowest;
  }

  /** The longest line; undefined if nothing waits. */
  get longest(): Line<T> | undefined {
    return this.lengths.highest;
  }

  /** The line of a tenant; it may be forgotten once it is empty. */
  lineOf(key: string): Line<T> {
    return this.lines.get(key) ?? new Line<T>(key);
  }

  /** Adds an item at the end of its line, and returns its place. */
  add(line: Line<T>, item: T): Ranked<T> {
    this.activate(line);
    const place = new Ranked(item);
    line.items.add(place);
    this.resize(line, 1);
    return place;
  }

  /** Removes the oldest item of a line. */
  takeOldest(line: Line<T>): T | undefined {
    return this.take(line, line.items.first);
  }

  /** Removes the newest item of a line. */
  takeNewest(line: Line<T>): T | undefined {
    return this.take(line, line.items.last);
  }

  /** Removes the item at a place of a line. */
  take(line: Line<T>, place: Ranked<T> | undefined): T | undefined {
    if (!place) return undefined;
    line.items.remove(place);
    this.resize(line, -1);
    if (line.length === 0) this.release(line);
    return place.value;
  }

  /** Counts one more running item of a line. */
  begin(line: Line<T>): void {
    this.activate(line);
    line.running += 1;
    if (line.length > 0) this.order(line);
  }

  /** Counts one running item of a line less, and sets how much each of the others counts. */
  end(line: Line<T>, weight = line.weight): void {
    line.running -= 1;
    line.weight = weight;
    if (line.length > 0) this.order(line);
    else this.release(line);
  }

  private resize(line: Line<T>, by: 1 | -1): void {
    const wasWaiting = line.length > 0;
    line.length += by;
    this.waitingCount += by;
    if (line.length > 0) this.lengths.place(line.size, line.length);
    else this.lengths.remove(line.size);
    if (wasWaiting === line.length > 0) return;
    this.waitingLinesCount += by;
    this.order(line);
  }

  /** Places a line with waiting items by its load, behind lines with the same load. */
  private order(line: Line<T>): void {
    if (line.length > 0) this.turns.place(line.turn, line.load);
    else this.turns.remove(line.turn);
  }

  private activate(line: Line<T>): void {
    if (!line.isEmpty) return;
    this.activeCount += 1;
    if (!this.lines.has(line.key)) this.lines.set(line.key, line);
  }

  private release(line: Line<T>): void {
    if (!line.isEmpty) return;
    this.activeCount -= 1;
    if (this.lines.size > KEPT_LINES) this.lines.delete(line.key);
  }
}
