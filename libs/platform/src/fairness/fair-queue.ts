import { Chain, Ranked, Ranking } from './ranking.ts';

/** This many lines are kept while they are empty, so that a tenant who calls again and again needs no new one. */
export const KEPT_LINES = 256;

/** The line of one tenant: what runs of it, and what waits. */
export class Line<T> {
  /** How many run. */
  running = 0;
  /** How many wait. */
  length = 0;
  /** What one that runs counts as: 1 or more. */
  weight = 1;
  /** Since when something has waited without a pause, as `Clock.elapsed`. */
  waitsSince = 0;
  /** Until when the line is kept short, as `Clock.elapsed`. */
  congestedUntil = 0;
  readonly items = new Chain<T>();
  readonly turn = new Ranked<Line<T>>(this);
  readonly size = new Ranked<Line<T>>(this);

  constructor(readonly key: string) {}

  /** What those that run count as, in whole numbers. */
  get load(): number {
    return Math.round(this.running * this.weight);
  }

  get isEmpty(): boolean {
    return this.running === 0 && this.length === 0;
  }
}

/**
 * Waiting items in a line for each tenant. The next turn is always that of the line of which the fewest run, as they are
 * weighed, and among equals of the one that got so far first: a tenant gets as much as each other one, however many items it
 * has. The memory is that of the items, and every operation takes the same time, whatever waits.
 */
export class FairQueue<T> {
  private readonly lines = new Map<string, Line<T>>();
  /** Lines that wait, by their load. */
  private readonly turns = new Ranking<Line<T>>();
  /** Lines that wait, by their length. */
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

  /** The number of lines of which an item runs or waits. */
  get activeLines(): number {
    return this.activeCount;
  }

  /** The line whose turn it is; undefined where none waits. */
  get next(): Line<T> | undefined {
    return this.turns.lowest;
  }

  /** The longest line; undefined where none waits. */
  get longest(): Line<T> | undefined {
    return this.lengths.highest;
  }

  /** The line of a tenant; it is forgotten when it is empty. */
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

  /** Counts one more of the line that runs. */
  begin(line: Line<T>): void {
    this.activate(line);
    line.running += 1;
    if (line.length > 0) this.order(line);
  }

  /** Counts one of the line less, and weighs the others that run. */
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

  /** Puts a line where its turn is, behind those with the same load. */
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
