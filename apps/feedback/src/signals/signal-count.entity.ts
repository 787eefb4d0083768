import type { Sentiment, SignalStatus } from '@pks/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The holder of the counts of a whole project. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** How many signals of a status and sentiment a submitter, or everybody, has in a project. Each transaction that changes signals updates it. */
@Entity('signal_counts')
export class SignalCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'signal_counts_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: 'signal_counts_pkey' })
  readonly holderId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'signal_counts_pkey' })
  readonly status!: SignalStatus;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'signal_counts_pkey' })
  readonly sentiment!: Sentiment;

  @Column('integer')
  readonly count!: number;
}
