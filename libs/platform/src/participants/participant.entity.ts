import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user whom rows of a project name, with their current e-mail: stored once for all rows that refer to it. */
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

  /** The time from which the e-mail is known to be correct: older information does not replace it. */
  @Column({ type: 'timestamptz', name: 'known_at', precision: 3 })
  readonly knownAt!: Date;
}
