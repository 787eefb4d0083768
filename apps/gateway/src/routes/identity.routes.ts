import { apiKeys, invites, projectUsers, projects, serviceAccounts, sessions, users } from '@pks/contracts';
import { act, change, create, discard, get, remove, routes } from '../routing/route.ts';

const { calls: me } = users;

export const sessionRoutes = routes(
  'Authentication',
  act('/auth/token/', sessions.calls.logIn, {
    access: 'anyone',
    errors: [400],
    summary: 'Log in: issue a user token',
  }),
  remove('/auth/token/', sessions.calls.logOut, {
    access: 'authenticated',
    errors: [401, 403],
    summary: 'Log out: revoke the user token that the request carries',
  }),
  get('/users/me/', me.me, {
    access: 'authenticated',
    errors: [401, 403],
    summary: 'Who the credential belongs to, and where he is a member',
  }),
);

export const organizationRoutes = routes(
  'Organizations',
  get('/organizations/{organization_id}/users/', me.listOfOrganization, {
    access: 'organization_admin',
    errors: [400, 401, 403, 404],
    summary: 'List the users of an organization, by e-mail',
  }),
  create('/organizations/{organization_id}/users/', me.addToOrganization, {
    access: 'organization_admin',
    errors: [400, 401, 403, 404],
    summary: 'Add a user to an organization',
  }),
  change('/organizations/{organization_id}/users/{user_id}/', me.updateInOrganization, {
    access: 'organization_admin',
    errors: [400, 401, 403, 404],
    summary: 'Deactivate or reactivate a user, or change his role',
  }),
);

export const serviceAccountRoutes = routes(
  'Service accounts',
  get('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.list, {
    access: 'organization_admin',
    errors: [400, 401, 403, 404],
    summary: 'List the service accounts of an organization, newest first',
  }),
  create('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.create, {
    access: 'organization_admin',
    errors: [400, 401, 403, 404],
    summary: 'Create a service account',
  }),
  get(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.list,
    {
      access: 'organization_admin',
      errors: [400, 401, 403, 404],
      summary: 'List the API keys of a service account, newest first',
    },
  ),
  create(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.create,
    {
      access: 'organization_admin',
      errors: [400, 401, 403, 404],
      summary: 'Issue an API key: the only answer that shows it',
    },
  ),
  change(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/',
    apiKeys.calls.update,
    {
      access: 'organization_admin',
      errors: [400, 401, 403, 404],
      summary: 'Rename, disable, enable or end an API key',
    },
  ),
  act(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/revoke/',
    apiKeys.calls.revoke,
    {
      access: 'organization_admin',
      errors: [400, 401, 403, 404],
      summary: 'Revoke an API key for good',
    },
  ),
);

export const projectRoutes = routes(
  'Projects',
  get('/projects/', projects.calls.list, {
    access: 'authenticated',
    errors: [400, 401, 403],
    summary: 'List the projects of which the caller is a member, newest first',
  }),
  create('/projects/', projects.calls.create, {
    access: 'authenticated',
    asks: 'organization_admin',
    errors: [400, 401, 403],
    summary: 'Create a project in an organization that the caller administers',
  }),
  get('/projects/{project_id}/', projects.calls.get, {
    access: 'view',
    errors: [401, 403, 404],
    summary: 'Get a project',
  }),
  change('/projects/{project_id}/', projects.calls.update, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Change a project',
  }),
);

export const projectUserRoutes = routes(
  'Project users',
  get('/projects/{project_id}/users/', projectUsers.calls.list, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'List the members of a project, by e-mail',
  }),
  create('/projects/{project_id}/users/', projectUsers.calls.add, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Make a user a member of the project',
  }),
  change('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.update, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: "Change a member's permissions or profile",
  }),
  remove('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.remove, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Remove a member',
  }),
  discard('/projects/{project_id}/users/remove-by-email/', projectUsers.calls.removeByEmail, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Remove a member by e-mail',
  }),
);

export const inviteRoutes = routes(
  'Invites',
  get('/projects/{project_id}/invites/', invites.calls.list, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'List the invites to a project, newest first',
  }),
  create('/projects/{project_id}/invites/invite/', invites.calls.invite, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Invite somebody by e-mail; a user who exists is a member at once',
  }),
  remove('/projects/{project_id}/invites/{invite_id}/', invites.calls.cancel, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Cancel a pending invite',
  }),
  create('/invites/accept/', invites.calls.accept, {
    access: 'anyone',
    errors: [400],
    summary: 'Accept an invite: become a user and a member of its project, and get a user token',
  }),
);
