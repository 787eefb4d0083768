import { setImmediate as otherWork } from 'node:timers/promises';
import type { SourceKind } from '@pks/contracts';
import type { FixedSizeList, Float32, Schema, Table, Vector } from 'apache-arrow';
import type { Embedding } from './embedder.ts';
import { type Passage, wordingOf } from './passage.ts';
import type { PassageAt, Source } from './passage-hit.ts';
import { signsOf } from './pieces.ts';
import { indexedBeside } from './word-forms.ts';

/** A stored passage. `write_id` distinguishes repeated writes of one indexing; the vector may come later. */
export interface PassageRow extends PassageAt {
  readonly write_id: string;
  /** The text in which words are searched: name, heading and text, and other spellings of their words. */
  readonly wording: string;
  readonly vector: readonly number[] | null;
  /** The signs of the pieces of its words. */
  readonly pieces: Uint8Array | null;
}

/** The columns that are read of a matching row. */
export const READ = [
  'kind',
  'source_id',
  'indexing_id',
  'position',
  'page',
  'heading',
  'text',
  'wording',
  'write_id',
];

const TEXTS = ['kind', 'source_id', 'indexing_id', 'write_id', 'heading', 'text', 'wording'] as const;
const NUMBERS = ['position', 'page'] as const;

/** The columns of a generation's table. */
export async function schemaOf(dimensions: number): Promise<Schema> {
  const { Binary, Field, Int32, Schema, Utf8 } = await import('apache-arrow');
  return new Schema([
    ...TEXTS.map((name) => new Field(name, new Utf8(), false)),
    ...NUMBERS.map((name) => new Field(name, new Int32(), false)),
    new Field('vector', await vectorType(dimensions), true),
    new Field('pieces', new Binary(), true),
  ]);
}

/**
 * Rows as columns: the engine's own conversion of rows takes several times as long. The columns of embeddings are left out if no row has
 * any, and are then null, so that no empty vectors are sent.
 */
export async function tableOf(rows: readonly PassageRow[], dimensions: number): Promise<Table> {
  const arrow = await import('apache-arrow');
  const { vectorFromArray: columnOf } = arrow;
  const [text, number] = [new arrow.Utf8(), new arrow.Int32()];
  const columns: Record<string, Vector> = {};
  for (const name of TEXTS) columns[name] = columnOf(valuesOf(rows, name), text);
  for (const name of NUMBERS) columns[name] = columnOf(valuesOf(rows, name), number);
  if (rows.some(({ vector }) => vector !== null)) {
    columns['vector'] = columnOf(valuesOf(rows, 'vector'), await vectorType(dimensions));
    columns['pieces'] = columnOf(valuesOf(rows, 'pieces'), new arrow.Binary());
  }
  return new arrow.Table(columns);
}

function valuesOf<K extends keyof PassageRow>(rows: readonly PassageRow[], name: K): PassageRow[K][] {
  return rows.map((row) => row[name]);
}

async function vectorType(dimensions: number): Promise<FixedSizeList<Float32>> {
  const { Field, FixedSizeList, Float32 } = await import('apache-arrow');
  return new FixedSizeList(dimensions, new Field('item', new Float32(), true));
}

/** Passages of an indexing of a source, which are written at one time without embeddings. */
export interface WrittenWords {
  readonly source: Source;
  readonly indexingId: string;
  readonly passages: readonly Passage[];
}

/** Passages with the id of a write of them, and their embeddings. */
export interface WrittenPassages extends WrittenWords {
  /** Unique to this write of this indexing: with the position, it is the key of a row. */
  readonly writeId: string;
  /** One for each passage, or null for those that the model refuses; null if they have none yet. */
  readonly embeddings: readonly (Embedding | null)[] | null;
}

/** After so many rows, the process does other work: splitting a Chinese text into words takes half a millisecond for each. */
const ROWS_AT_A_TIME = 16;

/** The rows of passages, `most` at a time. */
export async function* rowsIn(
  written: readonly WrittenPassages[],
  most: number,
): AsyncGenerator<PassageRow[]> {
  let rows: PassageRow[] = [];
  for (const { source, indexingId, writeId, passages, embeddings } of written) {
    const owner = { ...source, id: source.id.toLowerCase() };
    const ids = { indexing_id: indexingId.toLowerCase(), write_id: writeId };
    for (let from = 0; from < passages.length;) {
      const to = from + Math.min(most - rows.length, ROWS_AT_A_TIME);
      rows.push(...rowsOf(owner, ids, passages.slice(from, to), embeddings?.slice(from, to) ?? null));
      from = to;
      await otherWork();
      if (rows.length < most) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

/** The rows of passages, each with its embedding if there are embeddings. */
function rowsOf(
  source: Source,
  ids: { readonly indexing_id: string; readonly write_id: string },
  passages: readonly Passage[],
  embeddings: readonly (Embedding | null)[] | null,
): PassageRow[] {
  return passages.map((passage, index) => {
    const { vector = null, pieces = null } = embeddings?.[index] ?? {};
    const { page, heading, text, position } = passage;
    return {
      kind: source.kind,
      source_id: source.id,
      ...ids,
      heading,
      text,
      wording: searched(wordingOf(source.name, passage)),
      position,
      page,
      vector: vector && Array.from(vector),
      pieces: pieces && signsOf(pieces),
    };
  });
}

/** The passage in a row of the engine, with its types checked. */
export function hitOf(row: unknown): PassageAt {
  return {
    kind: kindOf(row),
    source_id: textOf(row, 'source_id'),
    indexing_id: textOf(row, 'indexing_id'),
    position: numberOf(row, 'position'),
    page: numberOf(row, 'page'),
    heading: textOf(row, 'heading'),
    text: textOf(row, 'text'),
  };
}

/** The texts by which a passage is found. Its own text comes first, because words are shown as they are written there. */
export function foundBy(row: unknown): string {
  const [text, wording] = [textOf(row, 'text'), textOf(row, 'wording')];
  return `${text}\n${wording.slice(0, wording.indexOf(`\n${text}`))}`;
}

function searched(wording: string): string {
  return [wording, ...indexedBeside(wording)].join('\n');
}

function kindOf(row: unknown): SourceKind {
  const kind = textOf(row, 'kind');
  return kind === 'artifact' || kind === 'interview' ? kind : 'document';
}

export function textOf(row: unknown, column: string): string {
  return String(valueOf(row, column));
}

export function hasColumn(row: unknown, column: string): boolean {
  return typeof row === 'object' && row !== null && column in row;
}

export function numberOf(row: unknown, column: string): number {
  return Number(valueOf(row, column));
}

/** The key of a row: each write of a passage is a row of its own. */
export function rowKeyOf(row: unknown): string {
  return `${textOf(row, 'write_id')} ${numberOf(row, 'position')}`;
}

/** The engine's address of the row, which changes when the table is optimized. */
export function rowIdOf(row: unknown): bigint {
  return BigInt(numberOf(row, '_rowid'));
}

/** The row's vector; null if there is none yet. */
export function vectorOf(row: unknown): Float32Array | null {
  const value = valueOf(row, 'vector');
  if (!isList(value)) return null;
  const numbers = value.toArray();
  return numbers instanceof Float32Array ? numbers : null;
}

/** The signs of the row's pieces; null if there are none. */
export function piecesOf(row: unknown): Uint8Array | null {
  const value = valueOf(row, 'pieces');
  return value instanceof Uint8Array ? value : null;
}

function valueOf(row: unknown, column: string): unknown {
  if (typeof row === 'object' && row !== null) return Reflect.get(row, column);
  throw new Error(`The search engine returned no row with the column ${column}.`);
}

function isList(value: unknown): value is { toArray(): unknown } {
  return typeof value === 'object' && value !== null && 'toArray' in value;
}
