import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A project's catalog: its row is locked by whoever adds to it, and is there once the predefined artifacts are. */
@Entity('artifact_catalogs')
export class ArtifactCatalog {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'artifact_catalogs_pkey' })
  readonly projectId!: string;

  @Column('integer', { name: 'next_display_order' })
  nextDisplayOrder!: number;
}
