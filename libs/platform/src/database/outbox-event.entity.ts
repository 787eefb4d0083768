import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event, stored in the transaction that caused it: the row is the truth, the stream the transport. */
@Entity('outbox')
@Index('outbox_created_at', ['createdAt'])
@Index('outbox_waiting', { synchronize: false })
@Index('outbox_stream_sequence', { synchronize: false })
export class OutboxEvent {
  /** The event's id, also in the stream and in inboxes. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  readonly id!: string;

  @Column('text')
  readonly subject!: string;

  @Column('jsonb')
  readonly payload!: object;

  /** The id of the request that caused the event. */
  @Column('text', { name: 'request_id', default: 'none' })
  readonly requestId!: string;

  /** The event's sequence in the stream; null until the server has acknowledged it. */
  @Column('bigint', { name: 'stream_sequence', nullable: true })
  readonly streamSequence!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  readonly createdAt!: Date;
}
