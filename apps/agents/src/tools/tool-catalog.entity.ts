import type { ToolType } from '@pks/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The tools of a project as a whole. Adding or removing a tool locks this row. */
@Entity('tool_catalogs')
@Check('tool_catalogs_count', 'tool_count >= 0')
export class ToolCatalog {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'tool_catalogs_pkey' })
  readonly projectId!: string;

  @Column('text', { name: 'project_name' })
  projectName!: string;

  /** The time from which the name is known to be correct: an older event does not replace it. */
  @Column({ type: 'timestamptz', name: 'named_at', precision: 3 })
  namedAt!: Date;

  /** The types of default tools that the project has got: once each, even if the tool was deleted since. */
  @Column('text', { name: 'seeded_types', array: true })
  seededTypes!: ToolType[];

  @Column('integer', { name: 'tool_count' })
  toolCount!: number;
}
