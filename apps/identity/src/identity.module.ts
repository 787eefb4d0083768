import { Module } from '@nestjs/common';
import { AccessNotices } from './access-notices.ts';
import { AccessController } from './access/access.controller.ts';
import { AccessRepository } from './access/access.repository.ts';
import { AccessService } from './access/access.service.ts';
import { AudienceController } from './audience/audience.controller.ts';
import { AudienceRepository } from './audience/audience.repository.ts';
import { IntervieweeInviting } from './interviewees/interviewee-inviting.ts';
import { IntervieweesController } from './interviewees/interviewees.controller.ts';
import { IntervieweesRepository } from './interviewees/interviewees.repository.ts';
import { Admission } from './invites/admission.ts';
import { InviteAcceptance } from './invites/invite-acceptance.ts';
import { Invitees } from './invites/invitees.ts';
import { InvitesController } from './invites/invites.controller.ts';
import { InviteSending } from './invites/invite-sending.ts';
import { InvitesRepository } from './invites/invites.repository.ts';
import { InvitesService } from './invites/invites.service.ts';
import { LettersController } from './invites/letters.controller.ts';
import { LettersRepository } from './invites/letters.repository.ts';
import { LettersService } from './invites/letters.service.ts';
import { MailAllowances } from './mail-allowances/mail-allowances.ts';
import { MailAllowancesRepository } from './mail-allowances/mail-allowances.repository.ts';
import { Memberships } from './organizations/memberships.ts';
import { OrganizationInvitesRepository } from './organizations/organization-invites.repository.ts';
import { OrganizationUserChanges } from './organizations/organization-user-changes.ts';
import { OrganizationUsersService } from './organizations/organization-users.service.ts';
import { OrganizationsController } from './organizations/organizations.controller.ts';
import { OrganizationsRepository } from './organizations/organizations.repository.ts';
import { OrganizationsService } from './organizations/organizations.service.ts';
import { PasswordResetsController } from './password-resets/password-resets.controller.ts';
import { PasswordResetsRepository } from './password-resets/password-resets.repository.ts';
import { PasswordResetsService } from './password-resets/password-resets.service.ts';
import { MemberAdding } from './members/member-adding.ts';
import { ProjectUsersController } from './members/project-users.controller.ts';
import { ProjectUsersRepository } from './project-users/project-users.repository.ts';
import { ProjectUsersService } from './project-users/project-users.service.ts';
import { DeletedProjectsController } from './projects/deleted-projects.controller.ts';
import { ProjectsController } from './projects/projects.controller.ts';
import { ProjectsRepository } from './projects/projects.repository.ts';
import { ProjectsService } from './projects/projects.service.ts';
import { ApiKeysController } from './service-accounts/api-keys.controller.ts';
import { ApiKeysRepository } from './service-accounts/api-keys.repository.ts';
import { ApiKeysService } from './service-accounts/api-keys.service.ts';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.ts';
import { ServiceAccountsRepository } from './service-accounts/service-accounts.repository.ts';
import { ServiceAccountsService } from './service-accounts/service-accounts.service.ts';
import { LoginFailuresRepository } from './sessions/login-failures.repository.ts';
import { LoginProtection } from './sessions/login-protection.ts';
import { MailboxProofs } from './sessions/mailbox-proofs.ts';
import { PasswordChanging } from './sessions/password-changing.ts';
import { PasswordLogin } from './sessions/password-login.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { UserTokensRepository } from './sessions/user-tokens.repository.ts';
import { UsersController } from './organizations/users.controller.ts';
import { StandingsController } from './standings/standings.controller.ts';
import { StandingsRepository } from './standings/standings.repository.ts';
import { MailedTokens } from './users/mailed-tokens.ts';
import { UsersRepository } from './users/users.repository.ts';
import { UsersService } from './users/users.service.ts';

/** The parts of the identity service. */
@Module({
  controllers: [
    AccessController,
    ApiKeysController,
    AudienceController,
    DeletedProjectsController,
    IntervieweeInviting,
    IntervieweesController,
    InvitesController,
    LettersController,
    OrganizationsController,
    PasswordResetsController,
    ProjectUsersController,
    ProjectsController,
    ServiceAccountsController,
    SessionsController,
    StandingsController,
    UsersController,
  ],
  providers: [
    AccessNotices,
    AccessRepository,
    AccessService,
    Admission,
    ApiKeysRepository,
    ApiKeysService,
    AudienceRepository,
    IntervieweesRepository,
    InviteAcceptance,
    InviteSending,
    Invitees,
    InvitesRepository,
    InvitesService,
    LettersRepository,
    LettersService,
    LoginFailuresRepository,
    LoginProtection,
    MailAllowances,
    MailAllowancesRepository,
    MailboxProofs,
    MailedTokens,
    Memberships,
    OrganizationInvitesRepository,
    OrganizationUserChanges,
    OrganizationUsersService,
    OrganizationsRepository,
    OrganizationsService,
    PasswordChanging,
    PasswordLogin,
    PasswordResetsRepository,
    PasswordResetsService,
    ProjectUsersRepository,
    ProjectUsersService,
    MemberAdding,
    ProjectsRepository,
    ProjectsService,
    ServiceAccountsRepository,
    ServiceAccountsService,
    SessionsService,
    StandingsRepository,
    UserTokensRepository,
    UsersRepository,
    UsersService,
  ],
})
export class IdentityModule {}
