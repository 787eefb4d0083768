import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The range of document numbers per row. */
export const CHUNK_BITS = 16_384;

/**
 * The documents that have a value under any key, whatever the value's case: one bit per document number. A row contains the bits of
 * a chunk; a chunk without bits has no row.
 */
@Entity('metadata_bits')
export class MetadataBits {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly projectId!: string;

  /** SHA-256 of the value after Unicode case folding. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly folded!: Buffer;

  /** Its first number is `chunk * CHUNK_BITS`. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'metadata_bits_pkey' })
  readonly chunk!: number;

  @Column({ type: 'bit', length: 16_384 })
  readonly bits!: string;
}
