import type { Sentiment, SignalStatus } from '@pks/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The holder of a whole project's counts. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** How many signals of a status and sentiment somebody has given, or everybody: kept by whoever changes it. */
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
