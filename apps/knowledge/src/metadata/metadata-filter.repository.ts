import { Injectable } from '@nestjs/common';
import type { DocumentItem, FilterByMetadata } from '@pks/contracts';
import { Database, type JsonPage, statement } from '@pks/platform';
import { type Listed, jsonPageOf } from '../documents/document-pages.ts';
import { ITEM } from '../documents/document-row.ts';
import { CHUNK_BITS } from './metadata-bits.entity.ts';
import { FOLDED } from './metadata-index.ts';

/** A chunk is looked into by blocks of so many bits, a block by words of so many, and so on: where there is no bit, no further. */
const BLOCK = 1_024;
const WORD = 64;
const FEW = 8;

/** The parts of some bits, each with where it begins. */
function partsOf(bits: string, name: string, whole: number, size: number): string {
  return `
      CROSS JOIN LATERAL (
        SELECT part * ${size} AS first, substring(${bits} FROM part * ${size} + 1 FOR ${size}) AS bits
          FROM generate_series(0, ${whole / size - 1}) part OFFSET 0) ${name}`;
}

/**
 * `$1` is the project, `$2` the values, `$3` the limit, `$4` the offset. The bits of all values make those of the union:
 * they tell its size, and which chunks and words hold the page. Only the bits of those are turned into documents.
 */
const PAGE = `
   WITH chunks AS MATERIALIZED (
     SELECT chunk, bit_or(bits) AS bits FROM metadata_bits
      WHERE project_id = $1 AND folded = ANY (ARRAY(SELECT ${FOLDED} FROM unnest($2::text[]) asked (value)))
      GROUP BY chunk),
   counted AS MATERIALIZED (
     SELECT chunk, bits, bit_count(bits) AS here,
            sum(bit_count(bits)) OVER (ORDER BY chunk DESC) - bit_count(bits) AS before FROM chunks),
   parts AS (
     SELECT chunk * ${CHUNK_BITS} + block.first + word.first AS number, word.bits, min(before) OVER () AS before
       FROM counted ${partsOf('counted.bits', 'block', CHUNK_BITS, BLOCK)} ${partsOf('block.bits', 'word', BLOCK, WORD)}
      WHERE before + here > $4 AND before < $3::bigint + $4::bigint
        AND bit_count(block.bits) > 0 AND bit_count(word.bits) > 0),
   words AS MATERIALIZED (
     SELECT * FROM (
       SELECT number, bits, before + sum(bit_count(bits)) OVER (ORDER BY number DESC) - bit_count(bits) AS before
         FROM parts) word
      WHERE before + bit_count(bits) > $4 AND before < $3::bigint + $4::bigint),
   page AS MATERIALIZED (
     SELECT words.number + few.first + place AS number
       FROM words ${partsOf('words.bits', 'few', WORD, FEW)} CROSS JOIN generate_series(0, ${FEW - 1}) place
      WHERE bit_count(few.bits) > 0 AND get_bit(few.bits, place) = 1
      ORDER BY 1 DESC LIMIT $3 OFFSET $4 - (SELECT min(before) FROM words))`;

const FILTER = statement<Listed>(
  'metadata_filter',
  `${PAGE}
   SELECT counted.total, d.number, ${ITEM}
     FROM (SELECT coalesce(sum(here), 0)::bigint AS total FROM counted) counted
     LEFT JOIN (page JOIN documents d ON d.project_id = $1 AND d.number = page.number) ON true
    ORDER BY d.number DESC`,
);

const IDS = statement<{ id: string }>(
  'metadata_filter_ids',
  `${PAGE}
   SELECT d.id FROM page JOIN documents d ON d.project_id = $1 AND d.number = page.number ORDER BY d.number DESC`,
);

/** Finds documents by what they are labelled with. */
@Injectable()
export class MetadataFilterRepository {
  constructor(private readonly database: Database) {}

  /** Documents of which any value is one of these after Unicode case folding, newest first; their number is exact. */
  async filter(asked: FilterByMetadata): Promise<JsonPage<DocumentItem>> {
    const { project_id, metadata_values, limit, offset } = asked;
    return jsonPageOf(await this.database.rows(FILTER, [project_id, metadata_values, limit, offset]));
  }

  /** The ids alone, so many at most, newest first. */
  async ids(projectId: string, values: readonly string[], most: number): Promise<string[]> {
    return (await this.database.rows(IDS, [projectId, values, most, 0])).map(({ id }) => id);
  }
}
