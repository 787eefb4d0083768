import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A value that at least one document has under a key. */
@Entity('metadata_values')
@Index('metadata_values_frequent', { synchronize: false })
@Check('metadata_values_count', 'count > 0')
export class MetadataValue {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'metadata_values_pkey' })
  readonly projectId!: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'metadata_values_pkey' })
  readonly key!: string;

  /** SHA-256 of the value, which may be too long for an index. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'metadata_values_pkey' })
  readonly digest!: Buffer;

  @Column({ type: 'text', collation: 'C' })
  readonly value!: string;

  /** The number of documents that have it. */
  @Column('integer')
  readonly count!: number;
}
