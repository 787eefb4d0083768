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
    session: 'begins',
    summary: 'Log in and get a user token',
    description:
      'Exchanges an e-mail and a password for a user token, which every other call accepts as `Authorization: Bearer …`. It ends after 90 days without use, or by logging out. After 5 failures for an account from an address, attempts are slowed down: 429 with `Retry-After`. For programs, use the API key of a service account instead.',
  }),
  remove('/auth/token/', sessions.calls.logOut, {
    errors: [401, 403],
    session: 'ends',
    summary: 'Log out: revoke the user token of the request',
    description:
      'Revokes the token that the request was sent with, within seconds everywhere. API keys and OAuth access tokens are ended elsewhere.',
  }),
  take('/auth/password-reset/', passwordResets.calls.request, {
    errors: [400],
    summary: 'Request an e-mail for resetting a password',
    description:
      'Sends an e-mail with a link that is valid for an hour. The response is the same whether or not such an account exists, and there is one e-mail a minute at most. While the link is valid for a quarter of an hour or more, a further e-mail has the same one; otherwise another, and the one before ends.',
  }),
  act('/auth/password-reset/confirm/', passwordResets.calls.confirm, {
    errors: [400],
    session: 'begins',
    summary: 'Set a password with the token from the e-mail, and get a user token',
    description:
      'Sets the password with the token from the e-mail, which counts once. It proves who reads the mailbox, ends every other token of the user, and logs in.',
  }),
  get('/users/me/', me.me, {
    errors: [401, 403],
    session: 'keeps',
    summary: 'Get the user of the credential, with their memberships',
    description:
      'Returns who a credential belongs to, and what they may do in which organizations and projects: the first call of a client that offers a choice of projects.',
  }),
  change('/users/me/', me.changePassword, {
    errors: [400, 401, 403],
    summary: 'Change one’s own password, and revoke every other token',
    description:
      'Needs the current password and a user token. Every other token of the user ends, so that somebody who knew the old password is logged out.',
  }),
  remove('/users/me/organizations/{organization_id}/', me.leave, {
    errors: [400, 401, 403, 404],
    summary: 'Leave an organization and its projects',
    description:
      'Ends the membership of the user of the token, and with it those in the projects of the organization. The last admin of an organization or of a project cannot leave.',
  }),
);

export const organizationRoutes = routes(
  'Organizations',
  get('/organizations/{organization_id}/', organizations.calls.get, {
    errors: [401, 403, 404],
    summary: 'Get an organization',
    description:
      'The organization’s name. Organizations own projects and service accounts, and their admins create both.',
  }),
  change('/organizations/{organization_id}/', organizations.calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Rename an organization',
    description:
      'Changes its name, which members see in `/users/me/`. Nothing else of an organization can be changed here.',
  }),
  get('/organizations/{organization_id}/users/', me.listOfOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'List the users of an organization, by e-mail',
    description:
      'Everybody who belongs to the organization, those who were deactivated or have not accepted yet among them, and its service accounts, which have a list of their own, too.',
  }),
  create('/organizations/{organization_id}/users/', me.addToOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'Add a user to an organization; an existing account is invited by e-mail',
    description:
      'Makes an account with a password, or without one, which is then set by a password reset. An account of another organization gets an e-mail, and belongs to this one when it accepts; until then `is_active` is false. It becomes a member of projects by a separate call.',
  }),
  change('/organizations/{organization_id}/users/{user_id}/', me.updateInOrganization, {
    errors: [400, 401, 403, 404],
    summary: 'Deactivate or reactivate a user, or change their role',
    description:
      'A deactivated user has no access to the organization and its projects within 5 seconds, and gets it back with the same memberships. The account itself, and other organizations, are not affected. The last admin stays. `is_active` false for a user who has not accepted the invite yet withdraws it: its token ends, and they are added again to be invited again.',
  }),
);

export const serviceAccountRoutes = routes(
  'Service accounts',
  get('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the service accounts of an organization, newest first',
    description:
      'The accounts of programs, such as agents and integrations. They are members of projects like users.',
  }),
  create('/organizations/{organization_id}/service-accounts/', serviceAccounts.calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Create a service account',
    description:
      'Creates an account for a program. Make it a member of a project with its `id` as the `user_id`, and issue an API key.',
  }),
  get(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.list,
    {
      errors: [400, 401, 403, 404],
      summary: 'List the API keys of a service account, newest first',
      description:
        'Everything about each key except the key itself: its first characters, its status, and when it was last used, to find keys that can be revoked.',
    },
  ),
  create(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    apiKeys.calls.create,
    {
      errors: [400, 401, 403, 404],
      summary: 'Issue an API key; only this response shows it',
      description:
        'Issues a key that acts as the service account on every endpoint. It is stored as a hash, so keep the `key` of this response: a repetition with the same `Idempotency-Key` is 409. An account has 100 valid keys at most.',
    },
  ),
  change(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/',
    apiKeys.calls.update,
    {
      errors: [400, 401, 403, 404],
      summary: 'Rename, disable or enable an API key, or set when it expires',
      description:
        'A disabled key is refused until it is enabled again; one whose `expires_at` is in the past expires at once. A revoked key stays revoked.',
    },
  ),
  act(
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/revoke/',
    apiKeys.calls.revoke,
    {
      errors: [400, 401, 403, 404],
      summary: 'Revoke an API key permanently',
      description:
        'Permanently revokes a key, everywhere within 5 seconds. To replace a key without an interruption, issue the new one first.',
    },
  ),
);

export const projectRoutes = routes(
  'Projects',
  get('/projects/', projects.calls.list, {
    errors: [400, 401, 403],
    summary: 'List the projects that the caller is a member of, newest first',
    description: 'Projects of which the caller is a member, with the publish mode of each.',
  }),
  create('/projects/', projects.calls.create, {
    serviceAccess: 'organization_admin',
    errors: [400, 401, 403],
    summary: 'Create a project in an organization that the caller administers',
    description:
      'The caller becomes the first admin of the new project, which has one artifact of each predefined type and its first tools. With `auto_publish`, each version that is appended is published with it; with `manual_publish`, agents go on reading the published version until somebody publishes another one.',
  }),
  get('/projects/{project_id}/', projects.calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a project',
    description: 'The project’s name, its organization, and how its versions are published.',
  }),
  change('/projects/{project_id}/', projects.calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change a project',
    description:
      'Changes the name or the publish mode. From then on, the other mode applies to versions that are appended; what is published stays published.',
  }),
  removeConfirmed('/projects/{project_id}/', projects.calls.remove, {
    errors: [400, 401, 403, 404],
    summary: 'Delete a project and everything in it permanently',
    description:
      'Deletes the project with its artifacts, documents and their files, signals, interviews, tools, conversations and notifications. The body repeats the name of the project, so that no other one is deleted by mistake. Nobody can use it from then on; what is stored is deleted within minutes, and nothing brings it back.',
  }),
);

export const projectUserRoutes = routes(
  'Project users',
  get('/projects/{project_id}/users/', projectUsers.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the members of a project, by e-mail',
    description: 'The members with their permissions and profiles, filtered by part of the e-mail.',
  }),
  create('/projects/{project_id}/users/', projectUsers.calls.add, {
    errors: [400, 401, 403, 404],
    summary: 'Make a user a member of the project',
    description:
      'For users and service accounts of the project’s organization, by `email` or `user_id`. Whoever has no account there is invited instead. `CAN_PERFORM_ADMIN_ACTIONS` includes viewing; interviews can be assigned to members of the profiles `tech` and `contributor`.',
  }),
  change('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.update, {
    errors: [400, 401, 403, 404],
    summary: "Change a member's permissions or profile",
    description:
      'Takes effect within 5 seconds, also for streams that are open. The last admin of a project cannot be demoted.',
  }),
  remove('/projects/{project_id}/users/{project_user_id}/', projectUsers.calls.remove, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a member',
    description:
      'Ends the membership within 5 seconds. What they wrote stays. The last admin cannot be removed.',
  }),
  discard('/projects/{project_id}/users/remove-by-email/', projectUsers.calls.removeByEmail, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a member by e-mail',
    description: 'Removes a member by e-mail instead of id. Callers cannot remove themselves.',
  }),
);

export const inviteRoutes = routes(
  'Invites',
  get('/projects/{project_id}/invites/', invites.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the invites to a project, newest first',
    description: 'Pending, accepted and cancelled invites. Filter by `status` and part of the e-mail.',
  }),
  create('/projects/{project_id}/invites/invite/', invites.calls.invite, {
    errors: [400, 401, 403, 404],
    summary: 'Invite a person by e-mail; a user of the organization becomes a member immediately',
    description:
      'Sends an e-mail with a link, which is valid for 14 days. A user of the project’s organization is a member at once (`type` is `existing_user`). Inviting a pending address again renews the invite with a new token and a new e-mail, once a minute at most; 429 while no e-mail may be sent and no token is valid.',
  }),
  remove('/projects/{project_id}/invites/{invite_id}/', invites.calls.cancel, {
    errors: [400, 401, 403, 404],
    summary: 'Cancel a pending invite',
    description:
      'The token becomes invalid. An invite that was already accepted or cancelled is not changed.',
  }),
  create('/invites/accept/', invites.calls.accept, {
    errors: [400],
    session: 'begins',
    summary: 'Accept an invite: become a member of its project or organization, and get a user token',
    description:
      'Takes the token from the e-mail, which counts once. A new account sets its password here; one whose mailbox was proved before joins without one. Interviews that were assigned to the address become the user’s.',
  }),
);
