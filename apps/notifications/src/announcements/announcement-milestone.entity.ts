import { bigintNumber } from '@pks/platform';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Announcement } from './announcement.entity.ts';

const PKEY = 'announcement_milestones_pkey';

/** Every 256th announcement of a level and type: the difference of two is how many there were in between. Set by a trigger. */
@Entity('announcement_milestones')
@ForeignKey(() => Announcement, ['projectId', 'number'], ['projectId', 'number'], {
  name: 'announcement_milestones_announcement',
  onDelete: 'CASCADE',
})
export class AnnouncementMilestone {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('text', { name: 'access_level', primaryKeyConstraintName: PKEY })
  readonly accessLevel!: string;

  @PrimaryColumn('text', { name: 'notification_type', primaryKeyConstraintName: PKEY })
  readonly notificationType!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: PKEY, transformer: bigintNumber })
  readonly number!: number;

  @Column({ type: 'bigint', transformer: bigintNumber })
  readonly nth!: number;
}
