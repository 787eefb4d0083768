import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who gave or closed signals in a project, with the e-mail that he has now: kept once, beside all of them. */
@Entity('participants')
@Index('participants_user', ['userId'])
@Index('participants_email', { synchronize: false })
export class Participant {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'participants_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'participants_pkey' })
  readonly userId!: string;

  @Column('text')
  readonly email!: string;

  /** Since when he certainly has it: what was known earlier changes nothing. */
  @Column({ type: 'timestamptz', name: 'known_at', precision: 3 })
  readonly knownAt!: Date;
}
