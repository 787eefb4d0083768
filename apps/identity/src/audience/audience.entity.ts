import { bigintNumber } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The audience of a project: the number of its last change. Triggers write it when a transaction that changes the audience commits. */
@Entity('audiences')
export class Audience {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'audiences_pkey' })
  readonly projectId!: string;

  @Column({ type: 'bigint', name: 'last_number', transformer: bigintNumber })
  readonly lastNumber!: number;
}

/** The last change of a user's place in the audience of a project; the row remains when they leave. */
@Entity('audience_changes')
@Index('audience_changes_number', ['projectId', 'number'])
export class AudienceChangeRecord {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'audience_changes_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'audience_changes_pkey' })
  readonly userId!: string;

  @Column({ type: 'bigint', transformer: bigintNumber })
  readonly number!: number;
}
