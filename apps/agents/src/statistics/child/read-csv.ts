import { once } from 'node:events';
import { CsvError, parse } from 'csv-parse';
import { type CellValue, cellOf } from './cell-value.ts';
import type { Table } from './table.ts';
import { Unreadable } from './unreadable.ts';

const DELIMITERS = [',', ';', '\t'] as const;
/** A first line that declares the delimiter to spreadsheet programs, which do not show the line. */
const DECLARATION = /^sep=([^\r\n"])\r?\n/i;
/** All ends of rows are accepted at once: files that were put together from others mix them. */
const ENDS_OF_ROWS = ['\r\n', '\n', '\r'];
/** Longer rows are refused. Bytes. */
const LONGEST_ROW = 1 << 20;

/** The parser does not count delimiters: if this much input has no complete row, a row is too long. Bytes. */
const MOST_UNREAD = 2 * LONGEST_ROW;
const TOO_LONG = `a row is longer than ${LONGEST_ROW.toLocaleString('en')} bytes`;

const BROKEN: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'a quoted value goes on after its closing quote'],
  ['INVALID_OPENING_QUOTE', 'an unquoted value contains a quotation mark'],
  ['CSV_MAX_RECORD_SIZE', TOO_LONG],
]);

/** Adds the rows of a CSV to a table; the first row has the names of the columns. @throws Unreadable */
export async function readCsv(pieces: AsyncIterator<Buffer>, table: Table): Promise<void> {
  const first = await pieces.next();
  if (first.done) return;
  const beginning = first.value.toString();
  const declared = DECLARATION.exec(beginning)?.[1];
  const delimiter = declared ?? delimiterOf(beginning);
  const rows = new Rows(table, delimiter !== ',');
  const parser = parse({
    delimiter,
    from_line: declared === undefined ? 1 : 2,
    record_delimiter: ENDS_OF_ROWS,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    on_record: (row: readonly string[]) => rows.take(row),
  });
  const ended = once(parser.resume(), 'end');
  // The parser's error is thrown below, at the first await that it rejects.
  ended.catch(() => undefined);
  try {
    let piece: IteratorResult<Buffer, unknown> = first;
    for (; !piece.done; piece = await pieces.next()) {
      rows.unread += piece.value.length;
      if (!parser.write(piece.value)) await Promise.race([once(parser, 'drain'), ended]);
      if (rows.unread > MOST_UNREAD) throw new Unreadable(`The CSV cannot be read: ${TOO_LONG}.`);
    }
    parser.end();
    await ended;
  } catch (error) {
    throw error instanceof CsvError ? broken(error) : error;
  }
}

/** Takes the rows of a CSV, of which the first names the columns. */
class Rows {
  /** How much input came since the last complete row. Bytes. */
  unread = 0;
  private readonly table: Table;
  private readonly decimalComma: boolean;
  private places: readonly number[] | undefined;

  constructor(table: Table, decimalComma: boolean) {
    this.table = table;
    this.decimalComma = decimalComma;
  }

  /** Returns null, so that the parser keeps nothing of the row. */
  take(row: readonly string[]): null {
    this.unread = 0;
    if (this.places) this.add(row, this.places);
    else this.places = this.placesOf(row);
    return null;
  }

  private add(row: readonly string[], places: readonly number[]): void {
    const values = new Map<number, CellValue>();
    for (const [at, place] of places.entries()) {
      const cell = row[at];
      const value = cell === undefined || place < 0 ? null : cellOf(cell, this.decimalComma);
      if (value) values.set(place, value);
    }
    this.table.add(values);
  }

  /** The places of the columns in the table; -1 for a column that the table does not need. */
  private placesOf(header: readonly string[]): readonly number[] {
    const places = Array.from(namesOf(header), (name) => this.table.placeOf(name));
    this.table.assertColumns();
    return places.map((place) => (this.table.needs(place) ? place : -1));
  }
}

/** The names of the columns: a column without a name is named like "column 3", and one with another's name like "amount (2)". */
function* namesOf(header: readonly string[]): Generator<string> {
  const taken = new Set<string>();
  for (const [at, cell] of header.entries()) {
    const name = cell.trim() || `column ${at + 1}`;
    let own = name;
    for (let again = 2; taken.has(own); again += 1) own = `${name} (${again})`;
    taken.add(own);
    yield own;
  }
}

/** The most frequent delimiter in the header row, outside quotes; the comma if there is none. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (DELIMITERS.some((delimiter) => delimiter === character))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? ',';
}

function broken(error: CsvError): Unreadable {
  const line = typeof error['lines'] === 'number' ? `Line ${error['lines']} of the CSV` : 'The CSV';
  return new Unreadable(
    `${line} cannot be read: ${BROKEN.get(error.code) ?? 'it cannot be split into rows'}.`,
  );
}
