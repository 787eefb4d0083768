import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A change to a project's knowledge, with its author and time. It remains when its subject is deleted. */
@Entity('changelog_entries')
@Index('changelog_entries_newest', ['projectId', 'createdAt', 'id'])
export class ChangelogEntry {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'changelog_entries_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'changelog_entries_pkey' })
  id!: string;

  @Column('uuid', { name: 'artifact_id', nullable: true })
  artifactId!: string | null;

  @Column('text')
  description!: string;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { name: 'user_email', nullable: true })
  userEmail!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}
