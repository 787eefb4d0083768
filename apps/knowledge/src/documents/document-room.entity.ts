import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Room for one file: bytes may be stored under its key as long as this row exists, or the document that replaces it. */
@Entity('document_rooms')
export class DocumentRoom {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_rooms_pkey' })
  readonly projectId!: string;

  /** The id of the document that may replace it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_rooms_pkey' })
  readonly id!: string;

  /** Whether no document may replace it any more; its bytes are then deleted. */
  @Column('boolean', { name: 'given_up', default: false })
  readonly givenUp!: boolean;

  /** The space that is reserved for its file. Bytes. */
  @Column('integer', { default: 0 })
  readonly bytes!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
}
