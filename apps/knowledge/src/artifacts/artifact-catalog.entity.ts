import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The catalog of a project: transactions that add to it lock its row. The row and the predefined artifacts are inserted together. */
@Entity('artifact_catalogs')
export class ArtifactCatalog {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'artifact_catalogs_pkey' })
  readonly projectId!: string;

  @Column('integer', { name: 'next_display_order' })
  nextDisplayOrder!: number;
}
