import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event, kept in the transaction that caused it: the row is the truth, whatever carries it further. */
@Entity('outbox')
@Index('outbox_created_at', ['createdAt'])
export class OutboxEvent {
  /** The event's id, wherever it goes. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  readonly id!: string;

  @Column('text')
  readonly subject!: string;

  @Column('jsonb')
  readonly payload!: object;

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
