import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A project's documents as a whole: its row is locked, before any document, by whoever adds, deletes or labels some. */
@Entity('document_catalogs')
@Check('document_catalogs_count', 'count >= 0')
export class DocumentCatalog {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_catalogs_pkey' })
  readonly projectId!: string;

  @Column('integer', { name: 'next_number' })
  readonly nextNumber!: number;

  /** When the newest document came: the next one is later, whatever the clocks say. */
  @Column({ type: 'timestamptz', name: 'newest_at', precision: 3 })
  readonly newestAt!: Date;

  @Column('integer')
  readonly count!: number;
}

/** How many documents of a content type there are: kept by whoever changes it. */
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
