import { Injectable } from '@nestjs/common';
import type { DocumentItem, FilterByMetadata, MatchMetadata } from '@pks/contracts';
import { Database, Json, type JsonPage, type Listed, encodings, normal, statement } from '@pks/platform';
import { ITEM, type ItemRow } from '../documents/document-row.ts';
import { DocumentViews } from '../documents/document-views.ts';
import { CHUNK_BITS } from '../metadata-index/metadata-bits.entity.ts';
import { FOLDED, comparedOf } from '../metadata-index/metadata-index.ts';

/** The sizes, in bits, of the parts in which a chunk is searched: blocks, then words, then a few bits. Parts without a bit are skipped. */
const BLOCK = 1_024;
const WORD = 64;
const FEW = 8;

/** The parts of some bits, each with its position. */
function partsOf(bits: string, name: string, whole: number, size: number): string {
  return `
      CROSS JOIN LATERAL (
        SELECT part * ${size} AS first, substring(${bits} FROM part * ${size} + 1 FOR ${size}) AS bits
          FROM generate_series(0, ${whole / size - 1}) part OFFSET 0) ${name}`;
}

interface Wanted {
  readonly project: string;
  readonly values: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** The digests of the wanted values in each of their encodings; `wanted` is the same for all encodings of one value. */
const WANTED = `
     SELECT ${comparedOf('given')} AS wanted, ${FOLDED} AS folded
       FROM unnest(:values::text[]) wanted (given) CROSS JOIN LATERAL unnest(${encodings('given')}) form (value)`;
const CHUNKS = `FROM metadata_bits WHERE project_id = :project AND folded = ANY (ARRAY(SELECT folded FROM (${WANTED}) wanted))`;
/** The bits of documents with any of the values. */
const ANY_VALUE = `SELECT chunk, bit_or(bits) AS bits ${CHUNKS} GROUP BY chunk`;
/** The bits of documents with all of the values. */
const ALL_VALUES = `
     SELECT chunk, bit_and(bits) AS bits
       FROM (SELECT chunk, wanted, bit_or(bits) AS bits
               FROM (SELECT chunk, folded, bits ${CHUNKS}) known JOIN (SELECT DISTINCT * FROM (${WANTED}) wanted) wanted USING (folded)
              GROUP BY chunk, wanted) with_each
      GROUP BY chunk
     HAVING count(*) = (SELECT count(DISTINCT wanted) FROM (${WANTED}) distinct_values)`;

/**
 * The bits of the wanted documents show how many there are, and which chunks and words contain the page. Only the bits of
 * those are converted to documents.
 */
function pageOfBits(chunks: string): string {
  return `
   WITH chunks AS MATERIALIZED (${chunks}),
   counted AS MATERIALIZED (
     SELECT chunk, bits, bit_count(bits) AS here,
            sum(bit_count(bits)) OVER (ORDER BY chunk DESC) - bit_count(bits) AS before FROM chunks),
   parts AS (
     SELECT chunk * ${CHUNK_BITS} + block.first + word.first AS number, word.bits, min(before) OVER () AS before
       FROM counted ${partsOf('counted.bits', 'block', CHUNK_BITS, BLOCK)} ${partsOf('block.bits', 'word', BLOCK, WORD)}
      WHERE before + here > :offset AND before < :limit::bigint + :offset::bigint
        AND bit_count(block.bits) > 0 AND bit_count(word.bits) > 0),
   words AS MATERIALIZED (
     SELECT * FROM (
       SELECT number, bits, before + sum(bit_count(bits)) OVER (ORDER BY number DESC) - bit_count(bits) AS before
         FROM parts) word
      WHERE before + bit_count(bits) > :offset AND before < :limit::bigint + :offset::bigint),
   page AS MATERIALIZED (
     SELECT words.number + few.first + place AS number
       FROM words ${partsOf('words.bits', 'few', WORD, FEW)} CROSS JOIN generate_series(0, ${FEW - 1}) place
      WHERE bit_count(few.bits) > 0 AND get_bit(few.bits, place) = 1
      ORDER BY 1 DESC LIMIT :limit OFFSET :offset - (SELECT min(before) FROM words))`;
}

const FILTER = statement<Listed<ItemRow>, Wanted>(
  'metadata_filter',
  `${pageOfBits(ANY_VALUE)}
   SELECT counted.total, d.number, ${ITEM}
     FROM (SELECT coalesce(sum(here), 0)::bigint AS total FROM counted) counted
     LEFT JOIN (page JOIN documents d ON d.project_id = :project AND d.number = page.number) ON true
    ORDER BY d.number DESC`,
);

const IDS = statement<{ id: string }, Wanted>(
  'metadata_filter_ids',
  `${pageOfBits(ANY_VALUE)}
   SELECT d.id FROM page JOIN documents d ON d.project_id = :project AND d.number = page.number ORDER BY d.number DESC`,
);

/** At most this many documents that have the values, maybe under other keys, are compared. */
const MOST_CANDIDATES = 1_000;

interface Matched {
  readonly project: string;
  readonly keys: readonly string[];
  readonly values: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly most: number;
}

/** A pair, whichever way it is encoded. */
const NORMALIZED = `${normal('key', 'NFC')} AS key, ${comparedOf('value')} AS folded`;

/** Selects, of the documents with all values, those that have each under its key. */
const MATCH = statement<ItemRow, Matched>(
  'metadata_match',
  `${pageOfBits(ALL_VALUES)}
   SELECT ${ITEM} FROM page JOIN documents d ON d.project_id = :project AND d.number = page.number
    WHERE NOT EXISTS (
      SELECT 1
        FROM (SELECT ${NORMALIZED} FROM unnest(:keys::text[], :values::text[]) given (key, value)) wanted
       WHERE NOT EXISTS (
         SELECT 1
           FROM (SELECT ${NORMALIZED}
                   FROM (SELECT pair ->> 0 AS key, pair ->> 1 AS value FROM json_array_elements(d.metadata) given (pair)) pairs) own
          WHERE own.key = wanted.key AND own.folded = wanted.folded))
    ORDER BY d.number DESC LIMIT :most`,
);

/** Finds documents by their metadata. */
@Injectable()
export class MetadataFilterRepository {
  constructor(
    private readonly database: Database,
    private readonly views: DocumentViews,
  ) {}

  /** Documents with any of these values, compared after Unicode case folding, in either encoding (NFC, NFD), newest first; their number is exact. */
  async filter(request: FilterByMetadata): Promise<JsonPage<DocumentItem>> {
    const { project_id: project, metadata_values: values, limit, offset } = request;
    return this.views.page(await this.database.rows(FILTER, { project, values, limit, offset }));
  }

  /** Documents that have every pair, newest first. */
  async match({
    project_id: project,
    pairs,
    limit: most,
  }: MatchMetadata): Promise<Json<readonly DocumentItem[]>> {
    const keys = pairs.map(({ key }) => key);
    const values = pairs.map(({ value }) => value);
    const candidates = { limit: MOST_CANDIDATES, offset: 0 };
    const rows = await this.database.rows(MATCH, { project, keys, values, most, ...candidates });
    return new Json(this.views.list(rows));
  }

  /** At most `limit` ids of documents that `filter` finds, newest first. */
  async ids(project: string, values: readonly string[], limit: number): Promise<string[]> {
    return (await this.database.rows(IDS, { project, values, limit, offset: 0 })).map(({ id }) => id);
  }
}
