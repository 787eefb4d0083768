import type { Organization as OrganizationView } from '@pks/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';

/** The owner of projects. Names need not be unique. */
@Entity('organizations')
@Index('organizations_name', ['name'])
export class Organization {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' })
  readonly id!: string;

  @Column('text')
  readonly name!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** The organization as the API shows it. */
  view(): OrganizationView {
    const { id, name, createdAt } = this;
    return { id, name, created_at: createdAt.toISOString() };
  }

  static found(name: string, now: Date): Organization {
    const organization = { id: v7(), name, createdAt: now };
    return Object.assign(new Organization(), organization satisfies Partial<Organization>);
  }
}
