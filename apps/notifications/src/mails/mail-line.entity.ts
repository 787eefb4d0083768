import { bigintNumber } from '@pks/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The queue of the e-mails of a kind about a project, or of those to one person: each has a turn, a while after the previous one. */
@Entity('mail_lines')
export class MailLine {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'mail_lines_pkey' })
  readonly projectId!: string;

  /** The kind, or the kind and the person. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mail_lines_pkey' })
  readonly line!: string;

  /** The turn of the next e-mail, unless that time has passed by then. Milliseconds since 1970, because an update cannot add to a time on every shard. */
  @Column('bigint', { name: 'next_ms', transformer: bigintNumber })
  readonly nextMs!: number;

  /** When the last turn was taken; null in rows that only earlier releases have used. Milliseconds since 1970. */
  @Column('bigint', { name: 'taken_ms', nullable: true, transformer: bigintNumber })
  readonly takenMs!: number | null;
}
