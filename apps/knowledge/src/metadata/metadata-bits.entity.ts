import { Column, Entity, PrimaryColumn } from 'typeorm';

/** So many documents' numbers are in one row. */
export const CHUNK_BITS = 16_384;

/**
 * Which documents have a value under any key, whatever the value's case: a bit for each number of a document. Those of a
 * chunk are in one row; without any, there is no row.
 */
@Entity('metadata_bits')
export class MetadataBits {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly projectId!: string;

  /** SHA-256 of the value after Unicode case folding. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly folded!: Buffer;

  /** Of the numbers from `chunk * CHUNK_BITS` on. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly chunk!: number;

  @Column({ type: 'bit', length: 16_384 })
  readonly bits!: string;
}
