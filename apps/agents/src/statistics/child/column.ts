import type { Description } from '../answer.ts';
import type { Question } from '../question.ts';
import type { CellValue, ValueType } from './cell-value.ts';
import { Moments } from './moments.ts';
import { QuantileSketch } from './quantile-sketch.ts';
import { ValueCounts, type ValueRoom, copyOf } from './value-counts.ts';

/** How much a column may remember. */
export interface ColumnMemory {
  /** Up to this many numbers, quantiles are exact. */
  readonly numbers: number;
  /** Up to this many different values are counted. */
  readonly values: number;
}

/** The smallest and the largest text are cut to this length. Characters. */
const MOST_SHOWN = 100;

/** Describes the values of one column, which are added one after another. */
export class Column {
  private count = 0;
  private readonly types = new Set<ValueType>();
  private readonly moments = new Moments();
  private readonly sketch: QuantileSketch;
  private readonly values: ValueCounts;
  private first: string | null = null;
  private last: string | null = null;

  constructor(memory: ColumnMemory, room: ValueRoom) {
    this.sketch = new QuantileSketch(memory.numbers);
    this.values = new ValueCounts(memory.values, room);
  }

  add({ type, text, number }: CellValue): void {
    this.count += 1;
    this.types.add(type);
    this.values.add(text);
    if (type === 'number') {
      this.moments.add(number);
      this.sketch.add(number);
    } else this.bound(text);
  }

  /** The description of the column, in a table of `rows` rows. */
  describe(rows: number, { quantiles }: Pick<Question, 'quantiles'>): Description {
    const { moments, sketch, values, count } = this;
    const hasNumbers = moments.count > 0;
    return {
      type: this.type,
      count,
      missing: rows - count,
      distinct: values.distinct,
      distinct_is_estimated: values.isEstimated,
      numeric_count: moments.count,
      min: hasNumbers ? moments.min : this.first,
      max: hasNumbers ? moments.max : this.last,
      mean: moments.mean,
      standard_deviation: moments.standardDeviation,
      quantiles: hasNumbers
        ? Object.fromEntries(quantiles.map((share) => [String(share), sketch.quantile(share)]))
        : null,
    };
  }

  /** The most frequent values. */
  top(length: number): Description {
    return { top_values: this.values.top(length) };
  }

  private get type(): ValueType | 'mixed' | 'empty' {
    const [type, other] = this.types;
    return other === undefined ? (type ?? 'empty') : 'mixed';
  }

  /** Keeps the smallest and the largest text or date, compared character by character. */
  private bound(text: string): void {
    if (this.first === null || text < this.first) this.first = shown(text);
    if (this.last === null || text > this.last) this.last = shown(text);
  }
}

function shown(text: string): string {
  return text.length > MOST_SHOWN ? copyOf(text.slice(0, MOST_SHOWN)).toWellFormed() : text.toWellFormed();
}
