import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { decoded } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import { Unreadable, tooLong } from '../unreadable.ts';
import { LineGroups } from './line-groups.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/** A file that was put together from others may have several of them. */
const ENDS_OF_ROWS = ['\r\n', '\n', '\r'];

/** A first line by which files declare their delimiter to spreadsheet programs, which do not show it. */
const DECLARATION = /^sep=([^\r\n"])\r?\n/i;

const BROKEN_QUOTES: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'a quoted value goes on after its closing quote'],
  ['INVALID_OPENING_QUOTE', 'an unquoted value contains a quotation mark'],
]);

/** CSV with a header row: a line "Header: value; Header: value" for each row, under the numbers of the rows. */
export async function readCsv(task: ReadingTask): Promise<number> {
  const { sections, characters } = task;
  const text = decoded(task, 'csv');
  const first: IteratorResult<string, unknown> = await text.next();
  const beginning = first.done ? '' : first.value;
  const declared = DECLARATION.exec(beginning)?.[1];
  const parser = parse({
    delimiter: declared ?? delimiterOf(beginning),
    from_line: declared === undefined ? 1 : 2,
    record_delimiter: ENDS_OF_ROWS,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: characters,
  });
  const lines = new LineGroups(sections, (first, last) => `Rows ${first} to ${last}`);
  try {
    await pipeline(Readable.from(continued(beginning, text)), parser, (rows: AsyncIterable<unknown>) =>
      describe(rows, lines),
    );
  } catch (error) {
    throw error instanceof CsvError ? broken(error, characters) : error;
  }
  return 1;
}

async function* continued(beginning: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield beginning;
  yield* rest;
}

async function describe(rows: AsyncIterable<unknown>, lines: LineGroups): Promise<void> {
  let header: readonly string[] | undefined;
  let described = false;
  for await (const row of rows) {
    if (!isRow(row)) continue;
    if (header) lines.add(lineOf(header, row));
    described ||= header !== undefined;
    header ??= row.map((name) => name.trim());
  }
  if (header && !described) lines.add(header.join('; '));
  lines.end();
}

/** A row in words, without its empty values. */
function lineOf(header: readonly string[], row: readonly string[]): string {
  const named = row.map((value, at) => {
    const flat = value.replace(/\s+/g, ' ').trim();
    return flat !== '' && header[at] ? `${header[at]}: ${flat}` : flat;
  });
  return named.filter((value) => value !== '').join('; ');
}

/** The delimiter that occurs most often in the header row, outside of quotes; the comma if there is none. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (DELIMITERS.some((delimiter) => delimiter === character)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? ',';
}

function isRow(row: unknown): row is readonly string[] {
  return Array.isArray(row) && row.every((value) => typeof value === 'string');
}

function broken(error: CsvError, characters: number): Unreadable {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(characters);
  const line = typeof error['lines'] === 'number' ? ` at line ${error['lines']}` : '';
  return new Unreadable(
    `The CSV is broken${line}: ${BROKEN_QUOTES.get(error.code) ?? 'it cannot be split into rows'}.`,
  );
}
