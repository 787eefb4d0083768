import { PERMISSIONS, PROFILES, type Permission, type Profile } from '../caller.ts';
import { contract, nothing, page, rpc } from '../kit/contract.ts';
import { Email, Nested, OneOf, SomeOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** The account of a project user. */
export class UserSummary {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;

  @Timestamp()
  readonly date_joined!: string;
}

/** A member of a project (api.md, Project user). */
export class ProjectUser {
  @Uuid()
  readonly id!: string;

  @Nested(UserSummary)
  readonly user!: UserSummary;

  @SomeOf(PERMISSIONS)
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES)
  readonly profile!: Profile;
}

/** A page of a project's users; `search` and `email` both filter by e-mail. */
export class ListProjectUsers extends ProjectPage {
  @Text({ max: 254, blank: true, optional: true, description: 'Case-insensitive part of the e-mail.' })
  readonly search?: string;

  @Text({ max: 254, blank: true, optional: true, description: 'An alias of `search`.' })
  readonly email?: string;
}

/** Adds a user of the organization to a project, by `email` or `user_id`. */
export class AddProjectUser extends InProject {
  @Email({
    optional: true,
    description: 'The e-mail of a user of the organization. Use either this or `user_id`.',
  })
  readonly email?: string;

  @Uuid({ optional: true })
  readonly user_id?: string;

  @SomeOf(PERMISSIONS, { default: ['CAN_VIEW_DATA'] })
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES, { default: 'contributor' })
  readonly profile!: Profile;
}

/** One project user. */
export class ProjectUserReference extends InProject {
  @Uuid()
  readonly project_user_id!: string;
}

/** Changes a project user; fields that are absent do not change. */
export class UpdateProjectUser extends ProjectUserReference {
  @SomeOf(PERMISSIONS, { optional: true })
  readonly permissions?: readonly Permission[];

  @OneOf(PROFILES, { optional: true, example: 'tech' })
  readonly profile?: Profile;
}

/** Removes the project user with an e-mail address. */
export class RemoveByEmail extends InProject {
  @Email()
  readonly email!: string;
}

/** The members of a project, ordered by e-mail. The last admin stays (decisions 2). */
export const projectUsers = contract('identity.project-users', {
  list: rpc(ListProjectUsers).by('view').returns(page(ProjectUser)),
  add: rpc(AddProjectUser).by('admin').returns(ProjectUser),
  update: rpc(UpdateProjectUser).by('admin').returns(ProjectUser),
  remove: rpc(ProjectUserReference).by('admin').returns(nothing),
  removeByEmail: rpc(RemoveByEmail).by('admin').returns(nothing),
});
