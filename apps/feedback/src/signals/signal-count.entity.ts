import type { Sentiment, SignalStatus } from '@pks/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The holder of the counts of a whole project. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

const PKEY = 'signal_count_parts_pkey';

/**
 * A part of the count of signals of a status and sentiment that a submitter, or everybody, has in a project: the count is the sum of
 * the parts. A trigger keeps it. A transaction changes the part of its connection, so concurrent ones rarely wait for each other.
 */
@Entity('signal_count_parts')
export class SignalCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: PKEY })
  readonly holderId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY })
  readonly status!: SignalStatus;

  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY })
  readonly sentiment!: Sentiment;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: PKEY })
  readonly part!: number;

  @Column('integer')
  readonly count!: number;
}
