import type { Description } from '../answer.ts';
import type { Question } from '../question.ts';
import type { CellValue } from './cell-value.ts';
import { Column, type ColumnMemory } from './column.ts';
import { Unreadable } from './unreadable.ts';
import { ValueRoom, copyOf, keyOf, shownOf } from './value-counts.ts';

/** A document with more columns is refused. */
const MOST_COLUMNS = 1_000;
/** The most groups; rows of any further ones are described together. */
const MOST_GROUPS = 1_000;
/** The most columns of all groups together. */
const MOST_COLUMNS_OF_GROUPS = 5_000;
/** Names of columns are cut in sentences. Characters. */
const MOST_SHOWN = 100;

/** The most different values that all columns together count. */
const MOST_VALUES = 100_000;
const OF_WHOLE: ColumnMemory = { numbers: 2_000, values: 1_000 };
const OF_GROUP: ColumnMemory = { numbers: 500, values: 50 };

interface Group {
  /** The values of the grouping columns; null for the rows that have no group of their own. */
  readonly values: readonly (string | null)[] | null;
  readonly columns: Map<number, Column>;
  rows: number;
}

/** Describes the columns of a table, row by row, as a whole or by group. */
export class Table {
  private readonly question: Question;
  private readonly memory: ColumnMemory;
  private readonly room = new ValueRoom(MOST_VALUES);
  /** The places of all columns, by their names and in their order. */
  private readonly places = new Map<string, number>();
  private readonly described = new Set<number>();
  private readonly groups = new Map<string, Group>();
  private readonly rest: Group = groupOf(null);
  /** The places of the grouping columns; -1 for a column that has not appeared yet. */
  private readonly grouping: number[];
  private rows = 0;

  constructor(question: Question) {
    this.question = question;
    this.grouping = question.group_by.map(() => -1);
    this.memory = question.group_by.length > 0 ? OF_GROUP : OF_WHOLE;
  }

  /** The place of a column; adds a new column. @throws Unreadable when there are too many. */
  placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = this.places.size;
    if (place === MOST_COLUMNS)
      throw new Unreadable(`The document has more than ${MOST_COLUMNS.toLocaleString('en')} columns.`);
    const { columns, group_by } = this.question;
    const own = copyOf(name);
    this.places.set(own, place);
    if (group_by.includes(own)) this.grouping[group_by.indexOf(own)] = place;
    if (columns ? columns.includes(own) : !group_by.includes(own)) this.described.add(place);
    return place;
  }

  /** Whether the values of the column are described or make groups. */
  needs(place: number): boolean {
    return this.described.has(place) || this.grouping.includes(place);
  }

  /** Adds a row, given as its values by the places of their columns. */
  add(row: ReadonlyMap<number, CellValue>): void {
    this.rows += 1;
    const group = this.groupFor(row);
    group.rows += 1;
    for (const [place, value] of row) {
      if (this.described.has(place)) this.columnOf(group, place).add(value);
    }
  }

  /** Yields the results. @throws Unreadable if a column of the question does not exist, or there is no row. */
  *describe(): Generator<Description> {
    if (this.rows === 0) throw new Unreadable('The document has no rows.', 'no_data');
    this.assertColumns();
    yield* this.question.group_by.length > 0 ? this.describeGroups() : this.describeColumns();
  }

  /** @throws Unreadable if the document lacks a column of the question. */
  assertColumns(): void {
    const { columns, group_by } = this.question;
    const unknown = [...(columns ?? []), ...group_by].find((name) => !this.places.has(name));
    if (unknown === undefined) return;
    const names = [...this.places.keys()].slice(0, 20).map((name) => `"${name.slice(0, MOST_SHOWN)}"`);
    const known = names.length > 0 ? `Its columns begin with ${names.join(', ')}.` : 'It has no columns.';
    throw new Unreadable(`The document has no column "${unknown}". ${known}`, 'unknown_column');
  }

  private *describeColumns(): Generator<Description> {
    for (const [column, place] of this.places) {
      if (!this.described.has(place)) continue;
      const { rows } = this;
      const described = this.columnOf(this.rest, place);
      yield {
        column,
        ...described.describe(rows, this.question),
        ...described.top(this.question.top_values),
      };
    }
  }

  private *describeGroups(): Generator<Description> {
    for (const group of [...this.groups.values(), this.rest]) {
      if (group.rows > 0) yield this.describeGroup(group);
    }
  }

  private describeGroup(group: Group): Description {
    const { group_by } = this.question;
    const columns = [...this.places]
      .filter(([, place]) => this.described.has(place))
      .map(([name, place]) => {
        const column = group.columns.get(place) ?? new Column(this.memory, this.room);
        return [name, column.describe(group.rows, this.question)] as const;
      });
    return {
      group:
        group.values && Object.fromEntries(group_by.map((name, at) => [name, group.values?.[at] ?? null])),
      is_rest: group.values === null,
      rows: group.rows,
      columns: Object.fromEntries(columns),
    };
  }

  private groupFor(row: ReadonlyMap<number, CellValue>): Group {
    if (this.question.group_by.length === 0) return this.rest;
    const values = this.grouping
      .map((place) => row.get(place)?.text ?? null)
      .map((text) => text && keyOf(text));
    const key = JSON.stringify(values);
    const known = this.groups.get(key);
    if (known) return known;
    const isFull = this.groups.size >= MOST_GROUPS;
    if (isFull || (this.groups.size + 1) * this.described.size > MOST_COLUMNS_OF_GROUPS) return this.rest;
    const group = groupOf(values.map((value) => value && shownOf(copyOf(value))));
    this.groups.set(key, group);
    return group;
  }

  /** @throws Unreadable when columns that appear later make the groups too large. */
  private columnOf(group: Group, place: number): Column {
    const known = group.columns.get(place);
    if (known) return known;
    if (this.groups.size * this.described.size > 2 * MOST_COLUMNS_OF_GROUPS)
      throw new Unreadable(
        'The document has too many columns to be grouped: name some in `columns`.',
        'too_large',
      );
    const column = new Column(this.memory, this.room);
    group.columns.set(place, column);
    return column;
  }
}

function groupOf(values: Group['values']): Group {
  return { values, columns: new Map(), rows: 0 };
}
