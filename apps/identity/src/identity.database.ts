import { type DatabaseOptions, DeferredEvent, DeletedProject, InboxEntry, OutboxEvent } from '@pks/platform';
import { Audience, AudienceChangeRecord } from './audience/audience.entity.ts';
import { Invite } from './invites/invite.entity.ts';
import { MailAllowance } from './mail-allowances/mail-allowance.entity.ts';
import { CreateIdentity1795219200000 } from './migrations/1795219200000-create-identity.ts';
import { AddServiceAccounts1795305600000 } from './migrations/1795305600000-add-service-accounts.ts';
import { AddLoginFailures1795392000000 } from './migrations/1795392000000-add-login-failures.ts';
import { AddInvites1795478400000 } from './migrations/1795478400000-add-invites.ts';
import { RelayEvents1795564800000 } from './migrations/1795564800000-relay-events.ts';
import { HandMailsOver1795651200000 } from './migrations/1795651200000-hand-mails-over.ts';
import { LeaseOutbox1796083200000 } from './migrations/1796083200000-lease-outbox.ts';
import { AddPasswordResets1796256000000 } from './migrations/1796256000000-add-password-resets.ts';
import { ProveMailboxes1796169600000 } from './migrations/1796169600000-prove-mailboxes.ts';
import { SeparateProjects1796428800000 } from './migrations/1796428800000-separate-projects.ts';
import { BoundIdempotencyKeys1796601600000 } from './migrations/1796601600000-bound-idempotency-keys.ts';
import { AllowMails1796688000000 } from './migrations/1796688000000-allow-mails.ts';
import { AddInbox1796860800000 } from './migrations/1796860800000-add-inbox.ts';
import { NumberAudiences1797379200000 } from './migrations/1797379200000-number-audiences.ts';
import { FindInvites1797465600000 } from './migrations/1797465600000-find-invites.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { ListMembersByEmail1797642060000 } from './migrations/1797642060000-list-members-by-email.ts';
import { FollowEmailsOfMembers1798070400000 } from './migrations/1798070400000-follow-emails-of-members.ts';
import { NameMembersWhoChange1798156800000 } from './migrations/1798156800000-name-members-who-change.ts';
import { KeepPastTokens1798329600000 } from './migrations/1798329600000-keep-past-tokens.ts';
import { DropMails1798502400000 } from './migrations/1798502400000-drop-mails.ts';
import { NumberNoDeletedAudience1798588800000 } from './migrations/1798588800000-number-no-deleted-audience.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { OrganizationInvite } from './organizations/organization-invite.entity.ts';
import { OrganizationUser } from './organizations/organization-user.entity.ts';
import { Organization } from './organizations/organization.entity.ts';
import { PasswordReset } from './password-resets/password-reset.entity.ts';
import { ProjectUser } from './project-users/project-user.entity.ts';
import { Project } from './projects/project.entity.ts';
import { ApiKey } from './service-accounts/api-key.entity.ts';
import { LoginFailures } from './sessions/login-failures.entity.ts';
import { PastToken } from './sessions/past-token.entity.ts';
import { UserToken } from './sessions/user-token.entity.ts';
import { User } from './users/user.entity.ts';

/** The schema of this service. */
export const identitySchema = {
  schema: 'identity',
  entities: [
    User,
    Organization,
    OrganizationUser,
    OrganizationInvite,
    Project,
    ProjectUser,
    UserToken,
    PastToken,
    ApiKey,
    LoginFailures,
    Invite,
    PasswordReset,
    MailAllowance,
    Audience,
    AudienceChangeRecord,
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
  ],
  migrations: [
    CreateIdentity1795219200000,
    AddServiceAccounts1795305600000,
    AddLoginFailures1795392000000,
    AddInvites1795478400000,
    RelayEvents1795564800000,
    HandMailsOver1795651200000,
    LeaseOutbox1796083200000,
    ProveMailboxes1796169600000,
    AddPasswordResets1796256000000,
    SeparateProjects1796428800000,
    BoundIdempotencyKeys1796601600000,
    AllowMails1796688000000,
    AddInbox1796860800000,
    NumberAudiences1797379200000,
    FindInvites1797465600000,
    DeleteProjects1797552000000,
    ListMembersByEmail1797642060000,
    FollowEmailsOfMembers1798070400000,
    NameMembersWhoChange1798156800000,
    KeepPastTokens1798329600000,
    DropMails1798502400000,
    NumberNoDeletedAudience1798588800000,
    SeparateDeferredEvents1798588860000,
  ],
} as const satisfies Partial<DatabaseOptions>;
