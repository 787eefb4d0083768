import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The record that a consumer has handled an event, written in the transaction of the effect. */
@Entity('inbox')
@Index('inbox_handled_at', ['handledAt'])
export class InboxEntry {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'inbox_pkey' })
  readonly consumer!: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'inbox_pkey' })
  readonly eventId!: string;

  @Column({ type: 'timestamptz', name: 'handled_at', precision: 3, default: () => 'now()' })
  readonly handledAt!: Date;
}
