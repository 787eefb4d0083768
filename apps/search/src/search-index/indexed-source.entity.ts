import type { SourceKind } from '@pks/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'indexed_sources_pkey';

/**
 * Which passages of a document, an artifact or an interview count in a generation: those of one attempt. An attempt is recorded
 * here before it reads the content, and in the end only the last one counts.
 */
@Entity('indexed_sources')
@Check('indexed_sources_kind', `kind IN ('artifact', 'document', 'interview')`)
export class IndexedSource {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  projectId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: PKEY })
  generation!: number;

  @PrimaryColumn('uuid', { name: 'source_id', primaryKeyConstraintName: PKEY })
  sourceId!: string;

  @Column('text')
  kind!: SourceKind;

  /** The attempt that began last. */
  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;

  /** The attempt whose passages searches find; null until an attempt has finished. */
  @Column('uuid', { name: 'indexing_id', nullable: true })
  indexingId!: string | null;

  /** The name that was indexed. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** The version of an artifact that was indexed. */
  @Column('integer', { name: 'version_number', nullable: true })
  versionNumber!: number | null;

  /** Whether searches find its passages by their meaning, too, or only by their words. */
  @Column('boolean', { name: 'has_meaning', default: false })
  hasMeaning!: boolean;
}
