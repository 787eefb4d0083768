import { type CellValue, fieldOf } from './cell-value.ts';
import { JsonRecords } from './json-records.ts';
import type { Table } from './table.ts';
import { Unreadable } from './unreadable.ts';

/** An integer that may have more digits than a number keeps. */
const LONG_INTEGER = /(?<![\d.])\d{16}/;

/** Adds the objects of a JSON to a table; their fields are the columns. @throws Unreadable */
export async function readJson(pieces: AsyncIterator<Buffer>, table: Table): Promise<void> {
  const records = new JsonRecords();
  let count = 0;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    for (const text of records.take(piece.value)) {
      count += 1;
      table.add(valuesOf(parsed(text, count), table));
    }
  }
  records.end();
}

function parsed(text: string, number: number): object {
  try {
    const value: unknown = LONG_INTEGER.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The error thrown below says enough.
  }
  throw new Unreadable(`Object ${number.toLocaleString('en')} of the JSON is broken.`);
}

/** Keeps all digits of large integers, which a number would round: they are often identifiers of 64 bits. */
function withAllDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value);
  const source = isLong ? context?.source : undefined;
  return source !== undefined && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value;
}

function valuesOf(record: object, table: Table): ReadonlyMap<number, CellValue> {
  const values = new Map<number, CellValue>();
  for (const [name, field] of Object.entries(record)) {
    const place = table.placeOf(name);
    const value = table.needs(place) ? fieldOf(field) : null;
    if (value) values.set(place, value);
  }
  return values;
}
