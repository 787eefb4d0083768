import { decoded } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import { Unreadable } from '../unreadable.ts';
import { LineGroups } from './line-groups.ts';

/** JSON that is nested deeper is not read. Levels. */
const DEEPEST = 100;

/** Numbers with this many digits may lose some as JavaScript numbers. */
const LONG_NUMBER = /\d{16}/;

const PLACE = /line (\d+) column (\d+)/;

/** JSON: a line "path: value" for each value. */
export async function readJson(task: ReadingTask): Promise<number> {
  const parts: string[] = [];
  for await (const part of decoded(task, 'json')) parts.push(part);
  const text = parts.join('');
  if (text.trim() === '') return 1;
  const lines = new LineGroups(task.sections);
  for (const line of linesOf(parse(text), '', 0)) lines.add(line);
  lines.end();
  return 1;
}

function parse(text: string): unknown {
  try {
    const value: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const [, line, column] = PLACE.exec(String(error)) ?? [];
    throw new Unreadable(`The JSON is broken${line ? ` at line ${line}, column ${column}` : ''}.`);
  }
}

/** Keeps numbers with all of their digits. */
function asWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}

function* linesOf(value: unknown, path: string, depth: number): Generator<string> {
  if (depth > DEEPEST) throw tooDeep();
  if (typeof value !== 'object' || value === null) {
    yield lineOf(path, String(value));
    return;
  }
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  let empty = true;
  for (const [key, inner] of entries) {
    empty = false;
    yield* linesOf(
      inner,
      typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${key}`,
      depth + 1,
    );
  }
  if (empty) yield lineOf(path, Array.isArray(value) ? '[]' : '{}');
}

function lineOf(path: string, value: string): string {
  return path === '' ? value : `${path}: ${value}`;
}

function tooDeep(): Unreadable {
  return new Unreadable(`The JSON is nested more than ${DEEPEST} levels deep.`);
}
