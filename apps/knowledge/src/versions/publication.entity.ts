import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A move of an artifact's published pointer. It remains when the artifact is deleted. */
@Entity('publications')
@Index('publications_newest', ['projectId', 'artifactId', 'createdAt', 'id'])
export class Publication {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'publications_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'publications_pkey' })
  id!: string;

  @Column('uuid', { name: 'artifact_id' })
  artifactId!: string;

  @Column('integer', { name: 'from_version_number', nullable: true })
  fromVersionNumber!: number | null;

  @Column('integer', { name: 'to_version_number' })
  toVersionNumber!: number;

  @Column('uuid', { name: 'published_by_id', nullable: true })
  publishedById!: string | null;

  @Column('text', { name: 'published_by_email', nullable: true })
  publishedByEmail!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}
