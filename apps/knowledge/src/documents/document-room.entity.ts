import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Room for one file: as long as it is there, or the document that is made of it, there may be bytes under its key. */
@Entity('document_rooms')
export class DocumentRoom {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_rooms_pkey' })
  readonly projectId!: string;

  /** Of the document that it may become. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'document_rooms_pkey' })
  readonly id!: string;

  /** No document comes of it any more; its bytes are being deleted. */
  @Column('boolean', { name: 'given_up', default: false })
  readonly givenUp!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
}
