import {
  apiKeys,
  invites,
  organizations,
  passwordResets,
  projectUsers,
  projects,
  serviceAccounts,
  sessions,
  users,
} from '@pks/contracts';
import { act, change, create, discard, get, remove, removeConfirmed, routes, take } from './route.ts';

const { calls: me } = users;

export const sessionRoutes = routes(
  'Authentication',
  act('/auth/token/', sessions.calls.logIn, {
    errors: [400],
    summary: 'Log in and get a user token',
  }),
  remove('/auth/token/', sessions.calls.logOut, {
    errors: [401, 403],
    summary: 'Log out: revoke the user token of the request',
  }),
  take('/auth/password-reset/', passwordResets.calls.request, {
    errors: [400],
    summary: 'Ask for an e-mail with which a password is reset',
  }),
  act('/auth/password-reset/confirm/', passwordResets.calls.confirm, {
    errors: [400],
    summary: 'Set a password with the token from the e-mail, and get a user token',
  }),
  get('/users/me/', me.me, {
    errors: [401, 403],
    summary: 'Get the user of the credential, with their memberships',
  }),
  change('/users/me/', me.changePassword, {
    errors: [400, 401, 403],
    summary: 'Change the own password, and end every other token',
  }),
  remove('/users/me/organizations/{organization_id}/', me.leave, {
    errors: [400, 401, 403, 404],
    summary: 'Leave an organization and its projects',
  }),
);

export const organizationRoutes = routes(
  'Organizations',
  get('/organizations/{organization_id}/', organizations.calls.get, {
    errors: [401, 403, 404],
    summary: 'Get an organization',
  }),
  change('/organizations/{organization_id}/', organizations.calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Rename an organization',
  }),
  get('/organizations/{organization_id}/users/', me.listOfOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'List the users of an organization, by e-mail',
  }),
  create('/organizations/{organization_id}/users/', me.addToOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'Add a user to an organization; an existing account is invited by e-mail',
  }),
  change('/organizations/{organization_id}/users/{user_id}/', me.updateInOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'Deactivate or reactivate a user, or change their role',
  }),
);

export const serviceAccountRoutes = routes(
  'Service accounts',
  get('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the service accounts of an organization, newest first',
  }),
  create('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Create a service account',
  }),
  get(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.list,
    {
      errors: [400, 401, 403, 404],
      summary: 'List the API keys of a service account, newest first',
    },
  ),
  create(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.create,
    {
      errors: [400, 401, 403, 404],
      summary: 'Issue an API key; only this response shows it',
    },
  ),
  change(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/',
    apiKeys.calls.update,
    {
      errors: [400, 401, 403, 404],
      summary: 'Rename, disable or enable an API key, or set when it expires',
    },
  ),
  act(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/revoke/',
    apiKeys.calls.revoke,
    {
      errors: [400, 401, 403, 404],
      summary: 'Revoke an API key permanently',
    },
  ),
);

export const projectRoutes = routes(
  'Projects',
  get('/projects/', projects.calls.list, {
    errors: [400, 401, 403],
    summary: 'List the projects that the caller is a member of, newest first',
  }),
  create('/projects/', projects.calls.create, {
    serviceAccess: 'organization_admin',
    errors: [400, 401, 403],
    summary: 'Create a project in an organization that the caller administers',
  }),
  get('/projects/{project_id}/', projects.calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a project',
  }),
  change('/projects/{project_id}/', projects.calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change a project',
  }),
  removeConfirmed('/projects/{project_id}/', projects.calls.remove, {
    errors: [400, 401, 403, 404],
    summary: 'Delete a project, and everything in it, for ever',
  }),
);

export const projectUserRoutes = routes(
  'Project users',
  get('/projects/{project_id}/users/', projectUsers.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the members of a project, by e-mail',
  }),
  create('/projects/{project_id}/users/', projectUsers.calls.add, {
    errors: [400, 401, 403, 404],
    summary: 'Make a user a member of the project',
  }),
  change('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.update, {
    errors: [400, 401, 403, 404],
    summary: "Change a member's permissions or profile",
  }),
  remove('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.remove, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a member',
  }),
  discard('/projects/{project_id}/users/remove-by-email/', projectUsers.calls.removeByEmail, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a member by e-mail',
  }),
);

export const inviteRoutes = routes(
  'Invites',
  get('/projects/{project_id}/invites/', invites.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the invites to a project, newest first',
  }),
  create('/projects/{project_id}/invites/invite/', invites.calls.invite, {
    errors: [400, 401, 403, 404],
    summary: 'Invite a person by e-mail; a user of the organization becomes a member immediately',
  }),
  remove('/projects/{project_id}/invites/{invite_id}/', invites.calls.cancel, {
    errors: [400, 401, 403, 404],
    summary: 'Cancel a pending invite',
  }),
  create('/invites/accept/', invites.calls.accept, {
    errors: [400],
    summary: 'Accept an invite: become a member of its project or organization, and get a user token',
  }),
);
