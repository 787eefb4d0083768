import { Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'catalog_counts_pkey';

/** A part of how many artifacts and changes a project has; the sum of all parts is exact. Kept by triggers. */
@Entity('catalog_counts')
export class CatalogCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: PKEY })
  readonly part!: number;

  @Column('integer', { name: 'in_scope' })
  readonly inScope!: number;

  @Column('integer', { name: 'out_of_scope' })
  readonly outOfScope!: number;

  @Column('integer')
  readonly changes!: number;
}
