import type {
  ChatMemory,
  ImportInfo,
  InterviewStatus,
  InterviewType,
  MeetingInfo,
  Topic,
  WriteScope,
} from '@pks/contracts';
import { Column, PrimaryColumn } from 'typeorm';
import type { AssignmentParameters } from './assignment-parameters.ts';

/** The columns of an interview. */
export abstract class InterviewColumns {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'interviews_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'interviews_pkey' })
  readonly id!: string;

  @Column('text')
  readonly type!: InterviewType;

  @Column('text')
  readonly name!: string;

  @Column('text', { nullable: true })
  status!: InterviewStatus | null;

  @Column('uuid', { name: 'campaign_id', nullable: true })
  readonly campaignId!: string | null;

  @Column('uuid', { name: 'created_by_id' })
  readonly createdById!: string;

  @Column('uuid', { name: 'assigned_by_id', nullable: true })
  readonly assignedById!: string | null;

  @Column('uuid', { name: 'assigned_to_id', nullable: true })
  assignedToId!: string | null;

  @Column('text', { name: 'invite_email', nullable: true })
  inviteEmail!: string | null;

  @Column('text', { name: 'write_scope' })
  readonly writeScope!: WriteScope;

  /** `type_additional_parameters` of the API: how the interview was assigned. */
  @Column('json')
  readonly parameters!: AssignmentParameters;

  @Column('json')
  topics!: readonly Topic[];

  @Column('json', { name: 'chat_memory' })
  chatMemory!: ChatMemory;

  @Column('uuid', { name: 'local_documents', array: true })
  readonly localDocuments!: readonly string[];

  @Column('json', { name: 'import_info', nullable: true })
  importInfo!: ImportInfo | null;

  @Column('json', { name: 'meeting_info', nullable: true })
  readonly meetingInfo!: MeetingInfo | null;

  @Column('text', { name: 'first_message_preview' })
  firstMessagePreview!: string;

  @Column('integer', { name: 'message_count' })
  messageCount!: number;

  /** When its assignee was notified or invited; null before its scheduled time. */
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true })
  sentAt!: Date | null;

  @Column('integer', { name: 'reminder_start_after_days', nullable: true })
  readonly reminderStartAfterDays!: number | null;

  @Column('integer', { name: 'reminder_interval_days', nullable: true })
  readonly reminderIntervalDays!: number | null;

  @Column('integer', { name: 'reminder_max_count', nullable: true })
  readonly reminderMaxCount!: number | null;

  /** How many reminders of its schedule were sent. */
  @Column('integer', { name: 'reminders_sent' })
  remindersSent!: number;

  /** When the last reminder was sent, also by hand, or skipped. */
  @Column({ type: 'timestamptz', name: 'reminded_at', precision: 3, nullable: true })
  remindedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'reminders_stopped_at', precision: 3, nullable: true })
  remindersStoppedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
