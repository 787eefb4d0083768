import { bigintNumber } from '@pks/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What the rooms and documents of a project take up, those included whose bytes are being deleted. Transactions that
 * add or remove any update this row last.
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
