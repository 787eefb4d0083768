import type { TranscriptFormat } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Interview } from '../interviews/interview.entity.ts';

/** The raw transcript of an import, until it is parsed: the transaction that stores the result deletes it. It is in no response. */
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

  /** Null where it is found out from the content. */
  @Column('text', { nullable: true })
  readonly format!: TranscriptFormat | null;

  @Column('text')
  readonly content!: string;

  /** How often its parsing was begun, but not ended by an error that is not about it. */
  @Column('integer')
  readonly attempts!: number;
}
