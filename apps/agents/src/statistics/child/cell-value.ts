import { copyOf } from './value-counts.ts';

/** The type of a value. */
export type ValueType = 'number' | 'boolean' | 'date' | 'text' | 'object';

/** A value of a column. */
export interface CellValue {
  readonly type: ValueType;
  readonly text: string;
  /** The number, if the value is one; otherwise NaN. */
  readonly number: number;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const DAY = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const TIME = /[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?/;
const DATE = new RegExp(`^${DAY.source}(?:${TIME.source})?$`);

/** The value in a cell of a table; null if the cell is empty or contains only white space. */
export function cellOf(cell: string, decimalComma: boolean): CellValue | null {
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  const text = trimmed.length < cell.length ? copyOf(trimmed) : cell;
  const number = numberIn(text, decimalComma);
  return Number.isFinite(number)
    ? { type: 'number', text, number }
    : { type: wordType(text), text, number: NaN };
}

/** The value of an object's field; null if it is missing: null, empty, or only white space. */
export function fieldOf(value: unknown): CellValue | null {
  if (typeof value === 'string') {
    if (value.trim() === '') return null;
    return { type: DATE.test(value) ? 'date' : 'text', text: value, number: NaN };
  }
  if (typeof value === 'number' && Number.isFinite(value))
    return { type: 'number', text: String(value), number: value };
  if (typeof value === 'number') return { type: 'text', text: String(value), number: NaN };
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value), number: NaN };
  if (value === null || value === undefined) return null;
  if (JSON.isRawJSON(value)) return cellOf(value.rawJSON, false);
  return { type: 'object', text: JSON.stringify(value), number: NaN };
}

function numberIn(text: string, decimalComma: boolean): number {
  if (NUMBER.test(text)) return Number(text);
  return decimalComma && text.includes(',') ? numberIn(text.replace(',', '.'), false) : NaN;
}

function wordType(text: string): ValueType {
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  return DATE.test(text) ? 'date' : 'text';
}
