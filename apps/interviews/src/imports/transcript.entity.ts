import type { TranscriptFormat } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Interview } from '../interviews/interview.entity.ts';

/** The raw transcript of an import. The transaction that stores the result of parsing deletes it. No response contains it. */
@Entity('transcripts')
@ForeignKey(() => Interview, ['projectId', 'interviewId'], ['projectId', 'id'], {
  name: 'transcripts_interview',
  onDelete: 'CASCADE',
})
@Check('transcripts_format', `format IN ('text', 'vtt', 'srt', 'json')`)
export class Transcript {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'transcripts_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'interview_id', primaryKeyConstraintName: 'transcripts_pkey' })
  readonly interviewId!: string;

  /** Null if the format is to be detected from the content. */
  @Column('text', { nullable: true })
  readonly format!: TranscriptFormat | null;

  @Column('text')
  readonly content!: string;

  /** How often parsing began, without attempts that an error unrelated to the transcript ended. */
  @Column('integer')
  readonly attempts!: number;
}
