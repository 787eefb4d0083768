import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event at which a consumer failed. It is retried when it is due, and becomes a dead letter after too many failures. */
@Entity('deferred_events')
@Index('deferred_events_due', { synchronize: false })
@Index('deferred_events_dead', { synchronize: false })
export class DeferredEvent {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'deferred_events_pkey' })
  readonly consumer!: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'deferred_events_pkey' })
  readonly eventId!: string;

  @Column('text')
  readonly subject!: string;

  @Column('jsonb')
  readonly payload!: object;

  @Column('text', { name: 'request_id' })
  readonly requestId!: string;

  @Column({ type: 'timestamptz', name: 'occurred_at', precision: 3 })
  readonly occurredAt!: Date;

  /** Without failures that pass: another service was unavailable, or at its limit. */
  @Column('integer')
  readonly failures!: number;

  @Column('text', { name: 'last_error' })
  readonly lastError!: string;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3 })
  readonly nextAttemptAt!: Date;

  /** When the event became a dead letter. */
  @Column({ type: 'timestamptz', name: 'dead_at', precision: 3, nullable: true })
  readonly deadAt!: Date | null;
}
