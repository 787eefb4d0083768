import type { SourceKind } from '@pks/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'indexed_sources_pkey';

/**
 * What of a generation's passages counts: of a document or an artifact, those that one attempt wrote. An attempt is named
 * here before it looks at what it indexes, and only the one that was named last counts in the end.
 */
@Entity('indexed_sources')
@Check('indexed_sources_kind', `kind IN ('artifact', 'document')`)
export class IndexedSource {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  projectId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: PKEY })
  generation!: number;

  @PrimaryColumn('uuid', { name: 'source_id', primaryKeyConstraintName: PKEY })
  sourceId!: string;

  @Column('text')
  kind!: SourceKind;

  /** The attempt that was begun last. */
  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;

  /** The attempt whose passages are found; null until one was finished. */
  @Column('uuid', { name: 'indexing_id', nullable: true })
  indexingId!: string | null;

  /** What the document or artifact was called. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** The version of an artifact. */
  @Column('integer', { name: 'version_number', nullable: true })
  versionNumber!: number | null;

  /** Whether its passages are found by their meaning too, or by their words alone. */
  @Column('boolean', { name: 'has_meaning', default: false })
  hasMeaning!: boolean;
}
