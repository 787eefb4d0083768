import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InviteUser } from '@pks/contracts';
import { as } from '../../test/running-identity.ts';
import { ADMIN, NOON, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { ProjectUser, type Rights } from '../project-users/project-user.entity.ts';
import type { Project } from '../projects/project.entity.ts';
import type { User } from '../users/user.entity.ts';
import { IntervieweesRepository } from './interviewees.repository.ts';

const USER: Rights = { permissions: ['CAN_VIEW_DATA'], profile: 'user' };

const BLIND: Rights = { permissions: ['CAN_IMPERSONATE_OTHER_USERS'], profile: 'contributor' };
const ADMINISTERING: Rights = { permissions: ['CAN_PERFORM_ADMIN_ACTIONS'], profile: 'tech' };

let world: Awaited<ReturnType<typeof openWorld>>;
let interviewees: IntervieweesRepository;
beforeAll(async () => {
  world = await openWorld();
  interviewees = new IntervieweesRepository(world.database);
});
afterAll(() => world.close());

async function anInvite(
  { id }: Project,
  by: User,
  rights: Rights,
  email = anEmail(),
): Promise<{ id: string }> {
  const request: InviteUser = { project_id: id, email, ...rights };
  return world.inviting().service.invite(request, as(by));
}

describe('the people to whom interviews can be assigned', () => {
  it('are the members and the invited with the profiles tech and contributor, by e-mail whatever its case', async () => {
    const { project, admin } = await world.aProject();
    const { user: bob } = await world.aMember(project, VIEWER, `Bob-${anEmail()}`);
    const ann = await anInvite(project, admin, VIEWER, 'ann@example.test');
    const cid = await anInvite(project, admin, ADMIN, 'cid@example.test');
    await world.database.manager.query('UPDATE invites SET expires_at = $1', [NOON]);
    const people = [
      { id: admin.id, email: admin.email, is_admin: true, pending_invite: false },
      { id: ann.id, email: 'ann@example.test', is_admin: false, pending_invite: true },
      { id: bob.id, email: bob.email, is_admin: false, pending_invite: false },
      { id: cid.id, email: 'cid@example.test', is_admin: true, pending_invite: true },
    ];
    const byEmail = people.sort((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
    expect(await interviewees.assignable(project.id)).toEqual({
      users: byEmail,
      non_interviewable_emails: [],
    });
  });

  it('are neither users nor service accounts, whose e-mails are listed apart', async () => {
    const { project, organization, admin } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    await world.members.add(ProjectUser.join(project.id, account.id, ADMIN, NOON), null);
    await anInvite(project, admin, USER, 'ann@example.test');
    await world.aMember(project, USER, 'Zoe@users.test');
    const { users, non_interviewable_emails } = await interviewees.assignable(project.id);
    expect(users).toMatchObject([{ id: admin.id }]);
    expect(non_interviewable_emails).toEqual(['ann@example.test', account.email, 'Zoe@users.test']);
  });

  it('are nobody who was deactivated, has left, cancelled, or is in another project', async () => {
    const { project, organization, admin } = await world.aProject();
    const [{ user }, { user: suspended }] = [
      await world.aMember(project),
      await world.aMember(project, USER),
    ];
    await world.deactivate(user);
    await world.suspend(organization, suspended);
    const { id: invite_id } = await anInvite(project, admin, VIEWER);
    await world.inviting().service.cancel({ project_id: project.id, invite_id });
    const elsewhere = await world.aProject();
    await anInvite(elsewhere.project, elsewhere.admin, VIEWER);
    const { users, non_interviewable_emails } = await interviewees.assignable(project.id);
    expect(users).toMatchObject([{ id: admin.id }]);
    expect(non_interviewable_emails).toEqual([]);
    expect(await interviewees.assignable(randomUUID())).toEqual({ users: [], non_interviewable_emails: [] });
  });

  it('are listed once where a member has an invite from before they were added', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    await anInvite(project, admin, USER, email.toUpperCase());
    const { user } = await world.aMember(project, VIEWER, email);
    const { users, non_interviewable_emails } = await interviewees.assignable(project.id);
    expect(users.filter(({ id }) => id !== admin.id)).toMatchObject([{ id: user.id, pending_invite: false }]);
    expect(non_interviewable_emails).toEqual([]);
  });
});

describe('whoever is invited to the project', () => {
  it('is not offered once they are deactivated, and is while they are invited to the organization', async () => {
    const { project, organization, admin } = await world.aProject();
    const [suspended, deactivated, guest] = [anEmail(), anEmail(), anEmail()];
    for (const email of [suspended, deactivated, guest]) await anInvite(project, admin, VIEWER, email);
    await world.suspend(organization, await world.anOrganizationUser(organization, suspended));
    await world.deactivate(await world.anOrganizationUser(organization, deactivated));
    await world.aUser(guest);
    const offer = { organization_id: organization.id, email: guest, role: 'member' as const };
    await world.organizationUsers().add(offer, as(admin));
    const { users, non_interviewable_emails } = await interviewees.assignable(project.id);
    expect(users.map(({ email }) => email).sort()).toEqual([admin.email, guest].sort());
    expect(non_interviewable_emails).toEqual([]);
    const request = { project_id: project.id, user_ids: [], emails: [suspended, deactivated, guest] };
    const found = await interviewees.find(request);
    expect([...found.non_interviewable_emails].sort()).toEqual([suspended, deactivated].sort());
  });
});

describe('the members that are looked up', () => {
  it('are found by their id or e-mail, whatever its case, each once', async () => {
    const { project, organization, admin } = await world.aProject();
    const { user: onlyUser } = await world.aMember(project, USER);
    const account = await world.aServiceAccount(organization);
    await world.members.add(ProjectUser.join(project.id, account.id, VIEWER, NOON), null);
    const { members } = await interviewees.find({
      project_id: project.id,
      user_ids: [admin.id, admin.id.toUpperCase(), account.id],
      emails: [admin.email.toUpperCase(), onlyUser.email.toUpperCase(), anEmail()],
    });
    expect(members).toHaveLength(3);
    expect(members).toEqual(
      expect.arrayContaining([
        { user_id: admin.id, email: admin.email, is_admin: true, may_view: true, is_interviewable: true },
        {
          user_id: onlyUser.id,
          email: onlyUser.email,
          is_admin: false,
          may_view: true,
          is_interviewable: false,
        },
        {
          user_id: account.id,
          email: account.email,
          is_admin: false,
          may_view: true,
          is_interviewable: false,
        },
      ]),
    );
  });

  it('say whether they may view the project', async () => {
    const { project } = await world.aProject();
    const [{ user: blind }, { user: boss }] = [
      await world.aMember(project, BLIND),
      await world.aMember(project, ADMINISTERING),
    ];
    const { members } = await interviewees.find({
      project_id: project.id,
      user_ids: [blind.id],
      emails: [boss.email],
    });
    expect(members).toEqual(
      expect.arrayContaining([
        { user_id: blind.id, email: blind.email, is_admin: false, may_view: false, is_interviewable: true },
        { user_id: boss.id, email: boss.email, is_admin: true, may_view: true, is_interviewable: true },
      ]),
    );
  });

  it('are no others: not the deactivated, not those of other projects, not the invited', async () => {
    const { project, organization, admin } = await world.aProject();
    const [{ user }, { user: suspended }] = [await world.aMember(project), await world.aMember(project)];
    await world.deactivate(user);
    await world.suspend(organization, suspended);
    const { admin: stranger } = await world.aProject();
    const email = anEmail();
    const { id } = await anInvite(project, admin, VIEWER, email);
    const request = {
      project_id: project.id,
      user_ids: [id, user.id, stranger.id],
      emails: [email, suspended.email],
    };
    expect(await interviewees.find(request)).toEqual({
      members: [],
      non_interviewable_emails: [suspended.email],
    });
  });

  it('come with the addresses of service accounts and of users whom the organization deactivated', async () => {
    const { project, organization } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    const [{ user: suspended }, { user: deactivated }, { user: member }] = [
      await world.aMember(project),
      await world.aMember(project),
      await world.aMember(project),
    ];
    await world.suspend(organization, suspended);
    await world.deactivate(deactivated);
    const elsewhere = await world.aProject();
    const { user: stranger } = await world.aMember(elsewhere.project);
    await world.suspend(elsewhere.organization, stranger);
    const people = [suspended, deactivated, member, stranger, account];
    const emails = people.map(({ email }) => email.toUpperCase());
    const { members, non_interviewable_emails } = await interviewees.find({
      project_id: project.id,
      user_ids: [],
      emails,
    });
    expect(members).toMatchObject([{ user_id: member.id }]);
    const refused = [suspended.email, deactivated.email, account.email];
    expect(non_interviewable_emails.map((email) => email.toLowerCase()).sort()).toEqual(
      refused.map((email) => email.toLowerCase()).sort(),
    );
  });

  it('come with the addresses that are invited as users, unless they are members or no longer invited', async () => {
    const { project, admin } = await world.aProject();
    const [invited, member, cancelled] = [`Zoe-${anEmail()}`, anEmail(), anEmail()];
    const { id: invite_id } = await anInvite(project, admin, USER, cancelled);
    await world.inviting().service.cancel({ project_id: project.id, invite_id });
    for (const email of [invited, member, anEmail()]) await anInvite(project, admin, USER, email);
    const { user } = await world.aMember(project, VIEWER, member);
    const elsewhere = await world.aProject();
    await anInvite(elsewhere.project, elsewhere.admin, USER, cancelled);
    await world.database.manager.query('UPDATE invites SET expires_at = $1', [NOON]);
    const emails = [invited.toUpperCase(), member, cancelled, anEmail()];
    expect(await interviewees.find({ project_id: project.id, user_ids: [], emails })).toMatchObject({
      members: [{ user_id: user.id }],
      non_interviewable_emails: [invited],
    });
  });
});
