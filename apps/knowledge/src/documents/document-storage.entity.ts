import { bigintNumber } from '@pks/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The space that the rooms and documents of a project take up, including those whose bytes are being deleted.
 * Transactions that add or remove any update this row last.
 */
@Entity('document_storage')
export class StoredFiles {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_storage_pkey' })
  readonly projectId!: string;

  @Column('bigint', { transformer: bigintNumber })
  readonly bytes!: number;

  @Column('integer')
  readonly files!: number;
}
