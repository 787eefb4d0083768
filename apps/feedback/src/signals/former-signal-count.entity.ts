import { Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'signal_counts_pkey';

/** What processes of the version before parts read and write, and no other: it is dropped by a later version. */
@Entity('signal_counts')
export class FormerSignalCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: PKEY })
  readonly holderId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY })
  readonly status!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: PKEY })
  readonly sentiment!: string;

  @Column('integer')
  readonly count!: number;
}
