import { Injectable } from '@nestjs/common';
import type { Pair } from '@pks/contracts';
import { Database, normal, statement } from '@pks/platform';
import { CHUNK_BITS } from './metadata-bits.entity.ts';

/** Pairs of a document, with its number in the project. */
export interface Labelled {
  readonly number: number;
  readonly metadata: readonly Pair[];
}

const DIGEST = `sha256(convert_to(value, 'UTF8'))`;
/** The SQL of the digest of a value, the same for values that differ only in their case (decisions 4). */
const foldedOf = (value: string): string =>
  `sha256(convert_to(casefold(${value} COLLATE pg_unicode_fast), 'UTF8'))`;
export const FOLDED = foldedOf('value');
/** The SQL of the digest of a value, the same also for both of its encodings (NFC, NFD). */
export const comparedOf = (value: string): string => foldedOf(normal(value, 'NFC'));
/** The bits of numbers within one chunk. */
const BITS = `bit_or(set_bit(0::bit(${CHUNK_BITS}), number % ${CHUNK_BITS}, 1))`;

/** `old` is null for a new row. */
const COUNT = statement<object>(
  'metadata_count',
  `WITH come AS (
     SELECT key, value, count(*) AS more FROM unnest($2::text[], $3::text[]) come (key, value) GROUP BY key, value),
   counted AS (
     INSERT INTO metadata_values AS known (project_id, key, digest, value, count)
     SELECT $1, key, ${DIGEST}, value, more FROM come
     ON CONFLICT (project_id, key, digest) DO UPDATE SET count = known.count + excluded.count
     RETURNING new.key, new.count - coalesce(old.count, 0) AS more, (old.count IS NULL)::integer AS is_new)
   INSERT INTO metadata_keys AS known (project_id, key, pair_count, value_count)
   SELECT $1, key, sum(more), sum(is_new) FROM counted GROUP BY key
   ON CONFLICT (project_id, key) DO UPDATE
     SET pair_count = known.pair_count + excluded.pair_count, value_count = known.value_count + excluded.value_count`,
);

/**
 * Conditions by which an UPDATE or DELETE finds each row that a part of its statement names by its key. They follow from the
 * condition of the join; without them, the planner may read all rows of the project for it.
 */
function among(part: string, alias: string, columns: readonly string[]): string {
  return columns
    .map((column) => `${alias}.${column} = ANY (ARRAY(SELECT ${column} FROM ${part}))`)
    .join(' AND ');
}

/** Deletes keys and values that no document has any more. */
const DISCOUNT = statement<object>(
  'metadata_discount',
  `WITH gone AS (
     SELECT key, ${DIGEST} AS digest, count(*) AS less
       FROM unnest($2::text[], $3::text[]) gone (key, value) GROUP BY key, value),
   dropped AS (
     DELETE FROM metadata_values v USING gone
      WHERE v.project_id = $1 AND v.key = gone.key AND v.digest = gone.digest AND v.count = gone.less
        AND ${among('gone', 'v', ['key', 'digest'])}),
   lowered AS (
     UPDATE metadata_values v SET count = v.count - gone.less FROM gone
      WHERE v.project_id = $1 AND v.key = gone.key AND v.digest = gone.digest AND v.count > gone.less
        AND ${among('gone', 'v', ['key', 'digest'])}
     RETURNING v.key, v.digest),
   moved AS (
     SELECT key, sum(less) AS pairs, count(*) FILTER (WHERE lowered.digest IS NULL) AS different
       FROM gone LEFT JOIN lowered USING (key, digest) GROUP BY key),
   forgotten AS (
     DELETE FROM metadata_keys k USING moved
      WHERE k.project_id = $1 AND k.key = moved.key AND k.pair_count = moved.pairs
        AND ${among('moved', 'k', ['key'])})
   UPDATE metadata_keys k SET pair_count = k.pair_count - moved.pairs, value_count = k.value_count - moved.different
     FROM moved WHERE k.project_id = $1 AND k.key = moved.key AND k.pair_count > moved.pairs
      AND ${among('moved', 'k', ['key'])}`,
);

const MARK = statement<object>(
  'metadata_mark',
  `INSERT INTO metadata_bits AS known (project_id, folded, chunk, bits)
   SELECT $1, ${FOLDED}, number / ${CHUNK_BITS}, ${BITS}
     FROM unnest($2::integer[], $3::text[]) come (number, value) GROUP BY 2, 3
   ON CONFLICT (project_id, folded, chunk) DO UPDATE SET bits = known.bits | excluded.bits`,
);

/** Values that a document still has under another key, or in another case, stay marked. */
const UNMARK = statement<object>(
  'metadata_unmark',
  `WITH gone AS (
     SELECT number, ${FOLDED} AS folded FROM unnest($2::integer[], $3::text[]) gone (number, value)
     EXCEPT SELECT number, ${FOLDED} FROM unnest($4::integer[], $5::text[]) kept (number, value)),
   less AS (SELECT folded, number / ${CHUNK_BITS} AS chunk, ${BITS} AS bits FROM gone GROUP BY 1, 2),
   dropped AS (
     DELETE FROM metadata_bits b USING less
      WHERE b.project_id = $1 AND b.folded = less.folded AND b.chunk = less.chunk
        AND bit_count(b.bits & ~less.bits) = 0 AND ${among('less', 'b', ['folded', 'chunk'])})
   UPDATE metadata_bits b SET bits = b.bits & ~less.bits FROM less
    WHERE b.project_id = $1 AND b.folded = less.folded AND b.chunk = less.chunk
      AND bit_count(b.bits & ~less.bits) > 0 AND ${among('less', 'b', ['folded', 'chunk'])}`,
);

/**
 * The index of the metadata of documents: how often each key and value is used, and which documents have a value. Writers lock
 * the project's catalog first.
 */
@Injectable()
export class MetadataIndex {
  constructor(private readonly database: Database) {}

  /** Adds pairs that these documents did not have before. */
  async add(projectId: string, labelled: readonly Labelled[]): Promise<void> {
    const { numbers, keys, values } = columnsOf(labelled);
    if (keys.length === 0) return;
    await this.database.rows(COUNT, [projectId, keys, values]);
    await this.database.rows(MARK, [projectId, numbers, values]);
  }

  /** Removes pairs from these documents, given those that they still have. */
  async remove(projectId: string, gone: readonly Labelled[], kept: readonly Labelled[]): Promise<void> {
    const { numbers, keys, values } = columnsOf(gone);
    if (keys.length === 0) return;
    const still = columnsOf(kept);
    await this.database.rows(DISCOUNT, [projectId, keys, values]);
    await this.database.rows(UNMARK, [projectId, numbers, values, still.numbers, still.values]);
  }
}

function columnsOf(labelled: readonly Labelled[]) {
  const pairs = labelled.flatMap(({ number, metadata }) => metadata.map((pair) => ({ number, pair })));
  return {
    numbers: pairs.map(({ number }) => number),
    keys: pairs.map(({ pair: [key] }) => key),
    values: pairs.map(({ pair: [, value] }) => value),
  };
}
