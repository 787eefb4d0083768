import type { Permission, Profile } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { v7 } from 'uuid';
import { User } from '../users/user.entity.ts';

/** What a member may do in a project, and their profile. */
export interface Rights {
  readonly permissions: readonly Permission[];
  readonly profile: Profile;
}

/** A member of a project. `project_users_user_id` serves queries about a user in any of their projects. */
@Entity('project_users')
@Unique('project_users_project_user', ['projectId', 'userId'])
@Index('project_users_user_id', ['userId', 'projectId'])
@Index('project_users_email', { synchronize: false })
@Check('project_users_profile', "profile IN ('tech', 'contributor', 'user')")
export class ProjectUser {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'project_users_pkey' })
  @ForeignKey('Project', { name: 'project_users_project' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'project_users_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'project_users_user' })
  readonly userId!: string;

  /** The user's e-mail, by which members are listed (`project_users_email`). Triggers write it, also when the user's e-mail changes. */
  @Column({ type: 'text', collation: 'C', insert: false, update: false })
  readonly email!: string;

  @Column('text', { array: true })
  permissions!: readonly Permission[];

  @Column('text')
  profile!: Profile;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  static join(projectId: string, userId: string, rights: Rights, now: Date): ProjectUser {
    const { profile } = rights;
    const permissions = distinct(rights.permissions);
    const member = { projectId, id: v7(), userId, permissions, profile, createdAt: now };
    return Object.assign(new ProjectUser(), member satisfies Partial<ProjectUser>);
  }

  get isAdmin(): boolean {
    return administers(this.permissions);
  }

  /** Sets the given rights, and keeps the others. */
  change(rights: Partial<Rights>): void {
    this.permissions = distinct(rights.permissions ?? this.permissions);
    this.profile = rights.profile ?? this.profile;
  }

  /** Whether the member is an admin and would no longer be one. */
  isDemotedBy(rights: Partial<Rights>): boolean {
    return this.isAdmin && rights.permissions !== undefined && !administers(rights.permissions);
  }
}

/** Each permission once, in the order given. */
export function distinct(permissions: readonly Permission[]): readonly Permission[] {
  return [...new Set(permissions)];
}

/** All that permissions grant: an admin may also view (decisions 2). */
export function effective(permissions: readonly Permission[]): readonly Permission[] {
  return administers(permissions) ? distinct(['CAN_VIEW_DATA', ...permissions]) : permissions;
}

/** Whether permissions allow administering a project. */
export function administers(permissions: readonly Permission[]): boolean {
  return permissions.includes('CAN_PERFORM_ADMIN_ACTIONS');
}
