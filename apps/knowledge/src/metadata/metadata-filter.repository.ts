import { Injectable } from '@nestjs/common';
import type { DocumentItem, FilterByMetadata } from '@pks/contracts';
import { Database, type JsonPage, type Listed, statement } from '@pks/platform';
import { ITEM, type ItemRow, jsonPageOf } from '../documents/document-row.ts';
import { CHUNK_BITS } from '../metadata-index/metadata-bits.entity.ts';
import { FOLDED } from '../metadata-index/metadata-index.ts';

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

/**
 * The bits of all values make those of their union, which show its size and which chunks and words contain the page. Only the
 * bits of those are converted to documents.
 */
const PAGE = `
   WITH chunks AS MATERIALIZED (
     SELECT chunk, bit_or(bits) AS bits FROM metadata_bits
      WHERE project_id = :project AND folded = ANY (ARRAY(SELECT ${FOLDED} FROM unnest(:values::text[]) wanted (value)))
      GROUP BY chunk),
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

const FILTER = statement<Listed<ItemRow>, Wanted>(
  'metadata_filter',
  `${PAGE}
   SELECT counted.total, d.number, ${ITEM}
     FROM (SELECT coalesce(sum(here), 0)::bigint AS total FROM counted) counted
     LEFT JOIN (page JOIN documents d ON d.project_id = :project AND d.number = page.number) ON true
    ORDER BY d.number DESC`,
);

const IDS = statement<{ id: string }, Wanted>(
  'metadata_filter_ids',
  `${PAGE}
   SELECT d.id FROM page JOIN documents d ON d.project_id = :project AND d.number = page.number ORDER BY d.number DESC`,
);

/** Finds documents by their metadata. */
@Injectable()
export class MetadataFilterRepository {
  constructor(private readonly database: Database) {}

  /** Documents of which any value is one of these after Unicode case folding, newest first; their number is exact. */
  async filter(request: FilterByMetadata): Promise<JsonPage<DocumentItem>> {
    const { project_id: project, metadata_values: values, limit, offset } = request;
    return jsonPageOf(await this.database.rows(FILTER, { project, values, limit, offset }));
  }

  /** At most `limit` ids of such documents, newest first. */
  async ids(project: string, values: readonly string[], limit: number): Promise<string[]> {
    return (await this.database.rows(IDS, { project, values, limit, offset: 0 })).map(({ id }) => id);
  }
}
