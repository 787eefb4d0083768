import type { AnswerStatus, Caller } from '@pks/contracts';
import { Participant } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Conversation } from '../conversations/conversation.entity.ts';

/** Unless the answering process renews its lease within this time, another process answers the question. Milliseconds. */
export const LEASE_MS = 30_000;

/** How long an idempotency key stands for the same request. Milliseconds. */
const KEY_MS = 24 * 60 * 60_000;

/** A question in a conversation, and whether it is answered. */
@Entity('questions')
@Index('questions_answering', ['projectId', 'conversationId'], {
  unique: true,
  where: `status = 'answering'`,
})
@Index('questions_key', ['projectId', 'conversationId', 'credentialId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@ForeignKey(() => Conversation, ['projectId', 'conversationId'], ['projectId', 'id'], {
  name: 'questions_conversation',
  onDelete: 'CASCADE',
})
@ForeignKey(() => Participant, ['projectId', 'askedById'], ['projectId', 'userId'], {
  name: 'questions_asked_by',
})
@Check('questions_status', `status IN ('answering', 'answered', 'failed')`)
@Check('questions_error', `(status = 'failed') = (error IS NOT NULL)`)
export class Question {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'questions_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'questions_pkey' })
  readonly conversationId!: string;

  /** Its number in the conversation, from 1: the `query_id` of its entries. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'questions_pkey' })
  readonly number!: number;

  /** `answering` until the question ends as one of the others. */
  @Column('text')
  status!: AnswerStatus;

  @Column('uuid', { name: 'asked_by_id' })
  readonly askedById!: string;

  @Column('text', { name: 'asked_by_kind' })
  readonly askedByKind!: Caller['kind'];

  @Column('uuid', { name: 'credential_id' })
  readonly credentialId!: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null;

  @Column('text')
  readonly content!: string;

  @Column('text', { nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3 })
  leasedUntil!: Date;

  @Column('integer')
  attempts!: number;

  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3 })
  readonly askedAt!: Date;

  static ask(
    place: Pick<Question, 'projectId' | 'conversationId' | 'number' | 'content' | 'idempotencyKey'>,
    { user_id: askedById, kind: askedByKind, credential_id: credentialId }: Caller,
    now: Date,
  ): Question {
    const begun = { status: 'answering', error: null, attempts: 1, askedAt: now } as const;
    const question = Object.assign(new Question(), {
      ...place,
      ...begun,
      askedById,
      askedByKind,
      credentialId,
    });
    question.lease(now);
    return question;
  }

  /** Until the lease ends, no other process answers the question. */
  lease(now: Date): void {
    this.leasedUntil = new Date(now.getTime() + LEASE_MS);
  }

  /** Whether the answering process is gone: it has not renewed its lease in time. */
  isAbandoned(now: Date): boolean {
    return this.status === 'answering' && this.leasedUntil <= now;
  }

  /** Whether the idempotency key has expired, and would now stand for another request (decisions 1). */
  hasExpiredKey(now: Date): boolean {
    return now.getTime() - this.askedAt.getTime() > KEY_MS;
  }

  /** Ends the question: answered, or failed for the given reason. */
  end(error: string | null): void {
    this.status = error === null ? 'answered' : 'failed';
    this.error = error;
  }
}
