import type { Project as ProjectView, PublishMode } from '@pks/contracts';
import { changeTime } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { Organization } from '../organizations/organization.entity.ts';

/** What the admins of a project may change. */
export interface ProjectChoices {
  readonly name: string;
  readonly artifact_publish_mode: PublishMode;
}

/** A project of an organization. */
@Entity('projects')
@Index('projects_organization_id', ['organizationId'])
@Check('projects_publish_mode', "artifact_publish_mode IN ('auto_publish', 'manual_publish')")
export class Project {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'projects_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'organization_id' })
  @ForeignKey(() => Organization, { name: 'projects_organization' })
  readonly organizationId!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'artifact_publish_mode' })
  publishMode!: PublishMode;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  static start(organizationId: string, choices: ProjectChoices, now: Date): Project {
    const { name, artifact_publish_mode: publishMode } = choices;
    const project = { id: v7(), organizationId, name, publishMode, createdAt: now, updatedAt: now };
    return Object.assign(new Project(), project satisfies Partial<Project>);
  }

  /** Sets the given fields, and returns whether anything changed. Only a change sets `updatedAt`, to a time later than all before. */
  change(choices: Partial<ProjectChoices>, now: Date): boolean {
    const { name = this.name, artifact_publish_mode: publishMode = this.publishMode } = choices;
    if (name === this.name && publishMode === this.publishMode) return false;
    Object.assign(this, {
      name,
      publishMode,
      updatedAt: changeTime(now, this.updatedAt),
    } satisfies Partial<Project>);
    return true;
  }

  view(): ProjectView {
    return {
      id: this.id,
      name: this.name,
      organization_id: this.organizationId,
      artifact_publish_mode: this.publishMode,
      created_at: this.createdAt.toISOString(),
      updated_at: this.updatedAt.toISOString(),
    };
  }
}
