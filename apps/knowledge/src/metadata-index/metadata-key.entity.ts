import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A key that at least one document of a project has. Each transaction that changes metadata updates the row. */
@Entity('metadata_keys')
@Index('metadata_keys_alphabet', { synchronize: false })
@Check('metadata_keys_counts', 'pair_count > 0 AND value_count BETWEEN 0 AND pair_count')
export class MetadataKey {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'metadata_keys_pkey' })
  readonly projectId!: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'metadata_keys_pkey' })
  readonly key!: string;

  /** The number of pairs with this key. */
  @Column('integer', { name: 'pair_count' })
  readonly pairCount!: number;

  /** The number of distinct values in them. */
  @Column('integer', { name: 'value_count' })
  readonly valueCount!: number;
}
