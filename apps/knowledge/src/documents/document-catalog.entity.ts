import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The documents of a project as a whole. Transactions that add, delete or label documents lock this row first. */
@Entity('document_catalogs')
@Check('document_catalogs_count', 'count >= 0')
export class DocumentCatalog {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_catalogs_pkey' })
  readonly projectId!: string;

  @Column('integer', { name: 'next_number' })
  readonly nextNumber!: number;

  /** When the newest document was created: the next one is later, even if clocks disagree. */
  @Column({ type: 'timestamptz', name: 'newest_at', precision: 3 })
  readonly newestAt!: Date;

  @Column('integer')
  readonly count!: number;
}

/** The number of documents of a content type. Each transaction that changes it updates the row. */
@Entity('document_type_counts')
@Check('document_type_counts_count', 'count > 0')
export class DocumentTypeCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_type_counts_pkey' })
  readonly projectId!: string;

  @PrimaryColumn({
    type: 'text',
    name: 'content_type',
    collation: 'C',
    primaryKeyConstraintName: 'document_type_counts_pkey',
  })
  readonly contentType!: string;

  @Column('integer')
  readonly count!: number;
}
