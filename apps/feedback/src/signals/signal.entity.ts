import {
  type Caller,
  type ConversationNote,
  type JsonObject,
  type Sentiment,
  type SignalSource,
  type SignalStatus,
  type SuggestedAction,
  isProjectAdmin,
} from '@pks/contracts';
import { Invalid, NotFound, Participant, bigintNumber, changeTime } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { sentimentOf } from './sentiments.ts';
import { computedFrom, sizeOf } from './signal-context.ts';

/** The only user whose signals a caller may see; null for admins, who see all of a project (api.md, Signals). */
export function visibleSubmitter(caller: Caller): string | null {
  return isProjectAdmin(caller) ? null : caller.user_id;
}

/** The fields of a signal that can be changed; absent fields keep their values. */
export interface SignalChanges {
  readonly status?: SignalStatus;
  readonly feedback?: string;
  readonly is_positive?: boolean | null;
}

/** The fields of a new signal. */
export interface NewSignal {
  readonly projectId: string;
  readonly givenById: string;
  readonly feedback: string;
  readonly isPositive: boolean | null;
  readonly context: JsonObject;
  /** What was looked up of the conversation that the signal is about. */
  readonly about?: ConversationNote | undefined;
  readonly now: Date;
}

/** Feedback about the content of a project, and whether it was reviewed. */
@Entity('signals')
@Index('signals_newest', { synchronize: false })
@Index('signals_newest_given_by', { synchronize: false })
@Index('signals_filtered', { synchronize: false })
@Index('signals_filtered_given_by', { synchronize: false })
@Index('signals_conversation', { synchronize: false })
@Index('signals_open_in_conversation', { synchronize: false })
@Index('signals_text', { synchronize: false })
@ForeignKey(() => Participant, ['projectId', 'givenById'], ['projectId', 'userId'], {
  name: 'signals_given_by',
})
@ForeignKey(() => Participant, ['projectId', 'reviewedById'], ['projectId', 'userId'], {
  name: 'signals_reviewed_by',
})
@Check('signals_status', `status IN ('to_review', 'reviewed', 'dismissed')`)
@Check('signals_sentiment', `sentiment IN ('positive', 'negative', 'neutral')`)
@Check('signals_reviewing', `status <> 'to_review' OR (reviewed_at IS NULL AND reviewed_by_id IS NULL)`)
export class Signal {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'signals_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signals_pkey' })
  id!: string;

  @Column('uuid', { name: 'given_by_id' })
  givenById!: string;

  @Column('text')
  status!: SignalStatus;

  @Column('text')
  sentiment!: Sentiment;

  @Column('text')
  feedback!: string;

  /** `json`, not `jsonb`: it is returned exactly as it was sent. It may be large, and is not loaded with the other columns. */
  @Column('json', { select: false })
  context!: object;

  /** The size of its texts and its context, which lists add up before they read a page. Bytes. */
  @Column('integer')
  size!: number;

  @Column('text')
  source!: SignalSource;

  @Column({ type: 'bigint', name: 'query_id', nullable: true, transformer: bigintNumber })
  queryId!: number | null;

  @Column('uuid', { name: 'conversation_id', nullable: true })
  conversationId!: string | null;

  @Column('text', { name: 'conversation_title' })
  conversationTitle!: string;

  @Column('text', { name: 'user_message' })
  userMessage!: string;

  @Column('text', { name: 'suggested_action_type', default: 'none' })
  suggestedActionType!: SuggestedAction;

  @Column('json', { name: 'suggested_action_data', default: {} })
  suggestedActionData!: object;

  @Column({ type: 'timestamptz', name: 'reviewed_at', precision: 3, nullable: true })
  reviewedAt!: Date | null;

  @Column('uuid', { name: 'reviewed_by_id', nullable: true })
  reviewedById!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new signal, to be reviewed. @throws Invalid for a blank text without a sentiment, and for a context that is too large. */
  static of({ isPositive, about, now, ...fields }: NewSignal): Signal {
    const computed = computedFrom(fields.context, about);
    const texts = fields.feedback + computed.userMessage + computed.conversationTitle;
    const signal = Object.assign(new Signal(), {
      ...fields,
      ...computed,
      id: v7(),
      size: sizeOf(fields.context) + Buffer.byteLength(texts),
      status: 'to_review',
      sentiment: sentimentOf(isPositive),
      suggestedActionType: 'none',
      suggestedActionData: {},
      reviewedAt: null,
      reviewedById: null,
      createdAt: now,
      updatedAt: now,
    });
    signal.assertSaysSomething();
    return signal;
  }

  /** @throws NotFound for a signal that the caller may not see. */
  assertVisibleTo(caller: Caller): void {
    const submitter = visibleSubmitter(caller);
    if (submitter !== null && submitter !== this.givenById) throw new NotFound();
  }

  /**
   * Changes the given fields, and returns whether any of them changed. `updatedAt` becomes later than at any earlier change,
   * even where clocks disagree.
   */
  change(changes: SignalChanges, caller: Caller, now: Date): boolean {
    const { status = this.status, feedback = this.feedback, is_positive } = changes;
    const sentiment = is_positive === undefined ? this.sentiment : sentimentOf(is_positive);
    const moves = status !== this.status;
    if (!moves && feedback === this.feedback && sentiment === this.sentiment) return false;
    this.size += Buffer.byteLength(feedback) - Buffer.byteLength(this.feedback);
    Object.assign(this, { feedback, sentiment });
    this.assertSaysSomething();
    this.updatedAt = changeTime(now, this.updatedAt);
    if (moves) this.moveTo(status, caller);
    return true;
  }

  /** A closed signal has a time and a reviewer, a reopened one neither. An unattended agent leaves the reviewer empty. */
  private moveTo(status: SignalStatus, { user_id, kind }: Caller): void {
    const isClosed = status !== 'to_review';
    this.status = status;
    this.reviewedAt = isClosed ? this.updatedAt : null;
    this.reviewedById = isClosed && kind === 'user' ? user_id : null;
  }

  /** A text may be blank only with a positive or negative sentiment (decisions 5). */
  private assertSaysSomething(): void {
    if (this.feedback.trim() !== '' || this.sentiment !== 'neutral') return;
    throw Invalid.field('feedback', 'This field may not be blank.');
  }
}
