import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event, kept in the transaction that caused it: the row is the truth, whatever carries it further. */
@Entity('outbox')
@Index('outbox_created_at', ['createdAt'])
@Index('outbox_waiting', { synchronize: false })
@Index('outbox_stream_sequence', { synchronize: false })
export class OutboxEvent {
  /** The event's id, wherever it goes. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  readonly id!: string;

  @Column('text')
  readonly subject!: string;

  @Column('jsonb')
  readonly payload!: object;

  /** Of the request that caused it. */
  @Column('text', { name: 'request_id', default: 'none' })
  readonly requestId!: string;

  /** Where the stream has it; null as long as no server has said so. */
  @Column('bigint', { name: 'stream_sequence', nullable: true })
  readonly streamSequence!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  readonly createdAt!: Date;
}

/** The table of the entity above: a migration of each service that has events creates it, and its schema names the entity. */
export const CREATE_OUTBOX = `
  CREATE TABLE outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT outbox_pkey PRIMARY KEY (id)
  );
  CREATE INDEX outbox_created_at ON outbox (created_at)`;

/** What the relay needs of that table: to be run after it, in the same migration or a later one. */
export const RELAY_OUTBOX = `
  ALTER TABLE outbox
    ADD COLUMN request_id text NOT NULL DEFAULT 'none',
    ADD COLUMN stream_sequence bigint;
  CREATE INDEX outbox_waiting ON outbox (id) WHERE stream_sequence IS NULL;
  CREATE INDEX outbox_stream_sequence ON outbox (stream_sequence) WHERE stream_sequence IS NOT NULL`;
