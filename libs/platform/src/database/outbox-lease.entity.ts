import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The relay that publishes the outbox, and until when it may: one row, inserted with the first event. */
@Entity('outbox_lease')
@Check('outbox_lease_single', 'id')
export class OutboxLeaseRow {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'outbox_lease_pkey', default: true })
  readonly id!: boolean;

  /** The id of a relay, which is new after a restart. */
  @Column('uuid')
  readonly holder!: string;

  @Column({ type: 'timestamptz', name: 'held_until', precision: 3 })
  readonly heldUntil!: Date;
}
