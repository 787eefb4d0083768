import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A deleted project. This service is deleting what it stores of the project, or has done so. The row stays, so that late events have no effect. */
@Entity('deleted_projects')
@Index('deleted_projects_due', { synchronize: false })
export class DeletedProject {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'deleted_projects_pkey' })
  readonly id!: string;

  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, default: () => 'now()' })
  readonly deletedAt!: Date;

  /** How many passes have deleted everything of the project. */
  @Column('smallint', { default: 0 })
  readonly passes!: number;

  /** When the next pass is due, or this pass may be taken over from a process that died; null after the last pass. */
  @Column({
    type: 'timestamptz',
    name: 'next_pass_at',
    precision: 3,
    nullable: true,
    default: () => 'now()',
  })
  readonly nextPassAt!: Date | null;
}
