import { Injectable } from '@nestjs/common';
import type { AvailableMetadata } from '@pks/contracts';
import { Database, Json, encodings, statement } from '@pks/platform';

/** The order of the index. Values that begin with the same hundred characters are sorted once they are read. */
const MOST_FREQUENT = 'count DESC, left(value, 100), digest';
/** The maximum size of all values in one answer; clients get the rest by key. Bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The values of a key in all of its encodings. */
const VALUES = statement<{ value: string }>(
  'metadata_values',
  `SELECT value FROM (SELECT DISTINCT form.key FROM unnest(${encodings('$2::text')}) form (key)) form
    CROSS JOIN LATERAL (
     SELECT value, count FROM metadata_values v WHERE v.project_id = $1 AND v.key = form.key
      ORDER BY ${MOST_FREQUENT} LIMIT 1000) frequent
    GROUP BY value ORDER BY sum(count) DESC, value LIMIT 1000`,
);

const AVAILABLE = statement<{ json: string }>(
  'metadata_available',
  `WITH keys AS MATERIALIZED (
     SELECT key, pair_count, value_count, row_number() OVER () AS place
       FROM (SELECT * FROM metadata_keys WHERE project_id = $1
              ORDER BY casefold(key COLLATE pg_unicode_fast), key LIMIT 1000) sorted),
   offered AS (
     SELECT place, rank, value, count, sum(octet_length(value)) OVER (ORDER BY place, rank) AS bytes
       FROM keys CROSS JOIN LATERAL (
         SELECT value, count, row_number() OVER (ORDER BY count DESC, value) AS rank
           FROM (SELECT value, count FROM metadata_values v WHERE v.project_id = $1 AND v.key = keys.key
                  ORDER BY ${MOST_FREQUENT} LIMIT 100) frequent) ranked),
   shown AS (
     SELECT place, json_agg(json_build_object('value', value, 'count', count) ORDER BY rank) AS values
       FROM offered WHERE bytes <= ${MOST_BYTES} GROUP BY place)
   SELECT json_build_object('key', key, 'count', pair_count, 'value_count', value_count,
            'values', coalesce(values, '[]'))::text AS json
     FROM keys LEFT JOIN shown USING (place) ORDER BY place`,
);

const BY_KEY = statement<{ key: string; values: string }>(
  'metadata_by_key',
  `WITH keys AS MATERIALIZED (
     SELECT key FROM metadata_keys WHERE project_id = $1
      ORDER BY casefold(key COLLATE pg_unicode_fast), key LIMIT 1000),
   offered AS (
     SELECT key, value, sum(octet_length(value)) OVER (ORDER BY rank, key) AS bytes
       FROM keys CROSS JOIN LATERAL (
         SELECT value, row_number() OVER () AS rank
           FROM (SELECT value FROM metadata_values v WHERE v.project_id = $1 AND v.key = keys.key
                  ORDER BY ${MOST_FREQUENT} LIMIT 1000) frequent) ranked)
   SELECT key, coalesce(json_agg(value ORDER BY value COLLATE "C") FILTER (WHERE bytes <= ${MOST_BYTES}), '[]')::text AS values
     FROM offered GROUP BY key ORDER BY casefold(key COLLATE pg_unicode_fast), key`,
);

/** Reads the keys and values of metadata. */
@Injectable()
export class MetadataValuesRepository {
  constructor(private readonly database: Database) {}

  /** The most frequent values under a key, in either encoding of it, the most frequent first, then by their characters. */
  async of(projectId: string, key: string): Promise<string[]> {
    return (await this.database.rows(VALUES, [projectId, key])).map(({ value }) => value);
  }

  /** The keys in alphabetical order, each with its values in the order of their code points. */
  async byKey(projectId: string): Promise<Json<Readonly<Record<string, readonly string[]>>>> {
    const rows = await this.database.rows(BY_KEY, [projectId]);
    return new Json(`{${rows.map(({ key, values }) => `${JSON.stringify(key)}:${values}`).join(',')}}`);
  }

  /** The keys in alphabetical order, each with its most frequent values. */
  async available(projectId: string): Promise<Json<readonly AvailableMetadata[]>> {
    const rows = await this.database.rows(AVAILABLE, [projectId]);
    return new Json(`[${rows.map(({ json }) => json).join(',')}]`);
  }
}
