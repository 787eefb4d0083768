import type { AccessLevel } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An announcement that does not belong to a user of its audience: they caused it, deleted it, or changed its status, which
 * gave them a notification of their own. The exception is subtracted from the unread count of their inbox, or from the count of
 * the mark that had read the announcement.
 */
@Entity('announcement_exceptions')
@Index('announcement_exceptions_number', ['projectId', 'number'])
export class AnnouncementException {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'announcement_exceptions_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'announcement_exceptions_pkey' })
  readonly userId!: string;

  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'announcement_exceptions_pkey',
    transformer: bigintNumber,
  })
  readonly number!: number;

  @Column('text', { name: 'access_level' })
  readonly accessLevel!: AccessLevel;
}
