import type { AccessLevel } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A period in which a user gets the announcements of a level: while they are a member, or an admin. */
@Entity('audience_periods')
@Index('audience_periods_ended', ['projectId', 'toNumber'], { where: 'to_number IS NOT NULL' })
@Check('audience_periods_access_level', "access_level IN ('admin', 'viewer')")
export class AudiencePeriod {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'audience_periods_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'audience_periods_pkey' })
  readonly userId!: string;

  @PrimaryColumn('text', { name: 'access_level', primaryKeyConstraintName: 'audience_periods_pkey' })
  readonly accessLevel!: AccessLevel;

  /** The period begins after this number. */
  @PrimaryColumn('bigint', {
    name: 'from_number',
    primaryKeyConstraintName: 'audience_periods_pkey',
    transformer: bigintNumber,
  })
  readonly fromNumber!: number;

  /** The last number of the period; null while it lasts. */
  @Column({ type: 'bigint', name: 'to_number', transformer: bigintNumber, nullable: true })
  readonly toNumber!: number | null;
}
