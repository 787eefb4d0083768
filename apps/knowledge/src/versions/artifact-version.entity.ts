import type { VersionConversation } from '@pks/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Artifact } from '../artifacts/artifact.entity.ts';
import { ChangelogEntry } from '../changelog/changelog-entry.entity.ts';

/** The content of a version: a text, an object or an array of objects, by the artifact's technical type. */
export type Content = string | object;

/** An immutable snapshot of an artifact's whole content. */
@Entity('artifact_versions')
@Unique('artifact_versions_project_id', ['projectId', 'id'])
@Index('artifact_versions_written_interview', ['projectId', 'artifactId', 'writtenInterviewId'], {
  unique: true,
  where: 'written_interview_id IS NOT NULL',
})
@ForeignKey(() => Artifact, ['projectId', 'artifactId'], ['projectId', 'id'], {
  name: 'artifact_versions_artifact',
  onDelete: 'CASCADE',
})
@ForeignKey(() => ChangelogEntry, ['projectId', 'changelogEntryId'], ['projectId', 'id'], {
  name: 'artifact_versions_changelog_entry',
})
export class ArtifactVersion {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'artifact_versions_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { name: 'artifact_id', primaryKeyConstraintName: 'artifact_versions_pkey' })
  artifactId!: string;

  @PrimaryColumn('integer', { name: 'version_number', primaryKeyConstraintName: 'artifact_versions_pkey' })
  versionNumber!: number;

  @Column('uuid')
  id!: string;

  @Column('text', { name: 'short_name' })
  shortName!: string;

  @Column('text', { name: 'change_summary' })
  changeSummary!: string;

  @Column('text', { name: 'edit_source' })
  editSource!: string;

  @Column('uuid', { name: 'coach_conversation_id', nullable: true })
  coachConversationId!: string | null;

  /** The interview that was written to the artifact with this version; no other version of the artifact has the same. */
  @Column('uuid', { name: 'written_interview_id', nullable: true })
  writtenInterviewId!: string | null;

  /** The conversation as it was when the version was appended. */
  @Column('jsonb', { nullable: true })
  conversation!: VersionConversation | null;

  /** `json`, not `jsonb`: the payload is returned exactly as it was sent. */
  @Column('json')
  payload!: Content;

  @Column('uuid', { name: 'changelog_entry_id' })
  changelogEntryId!: string;

  @Column('uuid', { name: 'created_by_id', nullable: true })
  createdById!: string | null;

  @Column('text', { name: 'created_by_email', nullable: true })
  createdByEmail!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}
