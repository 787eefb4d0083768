import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that a consumer failed at: tried again when its time has come, or a dead letter once it has failed too often. */
@Entity('deferred_events')
@Index('deferred_events_due', { synchronize: false })
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

  /** Those that count: what failed because another service was away does not. */
  @Column('integer')
  readonly failures!: number;

  @Column('text', { name: 'last_error' })
  readonly lastError!: string;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3 })
  readonly nextAttemptAt!: Date;

  /** Since when it is a dead letter. */
  @Column({ type: 'timestamptz', name: 'dead_at', precision: 3, nullable: true })
  readonly deadAt!: Date | null;
}

/** The tables of a service that consumes events: a migration of it creates them, and its schema names their entities. */
export const CREATE_INBOX = `
  CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
  );
  CREATE INDEX inbox_handled_at ON inbox (handled_at);
  CREATE TABLE deferred_events (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    request_id text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    failures integer NOT NULL,
    last_error text NOT NULL,
    next_attempt_at timestamptz(3) NOT NULL,
    dead_at timestamptz(3),
    CONSTRAINT deferred_events_pkey PRIMARY KEY (consumer, event_id)
  );
  CREATE INDEX deferred_events_due ON deferred_events (next_attempt_at) WHERE dead_at IS NULL`;
