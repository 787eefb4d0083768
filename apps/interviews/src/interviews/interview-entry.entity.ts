import type { InterviewStatus, TopicStatus } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { EntryColumns, type Line } from './entry-columns.entity.ts';
import { Interview } from './interview.entity.ts';

/**
 * An entry of a transcript. A message to which its client gave an id also has the statuses of the interview and its topics when it
 * was answered, so that the same message gets the same answer again.
 */
@Entity('interview_entries')
@Index('interview_entries_client_message', { synchronize: false })
@Index('interview_entries_id', ['projectId', 'interviewId', 'id'])
@Index('interview_entries_text', { synchronize: false })
@ForeignKey(() => Interview, ['projectId', 'interviewId'], ['projectId', 'id'], {
  name: 'interview_entries_interview',
  onDelete: 'CASCADE',
})
@Check('interview_entries_role', `role IN ('assistant', 'user')`)
@Check(
  'interview_entries_answered',
  'num_nonnulls(client_message_id, answered_status, answered_topics) IN (0, 3)',
)
export class InterviewEntry extends EntryColumns {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'interview_entries_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'interview_id', primaryKeyConstraintName: 'interview_entries_pkey' })
  readonly interviewId!: string;

  /** Its place in the transcript, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'interview_entries_pkey' })
  readonly number!: number;

  @Column('text', { name: 'client_message_id', nullable: true })
  readonly clientMessageId!: string | null;

  @Column('text', { name: 'answered_status', nullable: true })
  readonly answeredStatus!: InterviewStatus | null;

  /** The statuses of the topics, in their order. */
  @Column('text', { name: 'answered_topics', array: true, nullable: true })
  readonly answeredTopics!: readonly TopicStatus[] | null;

  /** The entry for a line at this place of the transcript, dated at the interview's last change. */
  static of(
    interview: Interview,
    number: number,
    line: Line,
    clientMessageId: string | null = null,
  ): InterviewEntry {
    const isNamed = clientMessageId !== null;
    return Object.assign(new InterviewEntry(), {
      ...line,
      projectId: interview.projectId,
      interviewId: interview.id,
      number,
      id: v7(),
      createdAt: interview.updatedAt,
      clientMessageId,
      answeredStatus: isNamed ? interview.status : null,
      answeredTopics: isNamed ? interview.topics.map(({ status }) => status) : null,
    });
  }
}
