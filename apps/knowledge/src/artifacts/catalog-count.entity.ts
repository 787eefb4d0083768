import { Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'catalog_counts_pkey';

/** A part of the numbers of artifacts and changes in a project; the sum of all parts is exact. Maintained by triggers. */
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
