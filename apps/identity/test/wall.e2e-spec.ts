import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  access,
  audience,
  deletedProjects,
  interviewees,
  invites,
  letters,
  projectUsers,
  projects,
  standings,
} from '@pks/contracts';
import {
  type StatementLog,
  Partitions,
  Wall,
  aCaller,
  eventually,
  neverCalled,
  neverSent,
  recordStatements,
} from '@pks/testing';
import { RunningIdentity, as } from './running-identity.ts';
import { ADMIN, VIEWER, anEmail } from './world.ts';

let running: RunningIdentity;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;

beforeAll(async () => {
  log = recordStatements();
  running = await RunningIdentity.start();
  wall = await Wall.open(running.databaseUrl, 'identity');
  await useEverything();
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.databaseUrl, 'identity', wall.tables, sent, {
    shared: ['users', 'projects', 'organizations', 'organization_users', 'user_tokens', 'past_tokens'],
  });
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

const EXCEPTIONS = {
  interviewees_people: 'It is no page: everybody in the project is wanted.',
};

/** Statements about users, organizations and credentials, or about all projects of a user. */
const NEVER_SENT = Object.fromEntries(
  [
    'projects_list_of_user',
    'users_me',
    'user_tokens_revoke_others',
    'login_failures_insert_or_lock',
    'login_failures_delete_expired',
    'password_resets_now',
    'project_users_only_admin_of',
    'project_users_delete_all',
    'letters_organization_subject',
    'organizations_list_users',
    'organizations_add_if_missing',
    'organizations_role',
    'organizations_other_admin',
    'organizations_administered',
    'api_keys_list',
    'api_keys_count_valid',
    'service_accounts_list',
    'service_accounts_find',
    'service_accounts_count',
  ].map((name) => [name, 'It is about no single project.']),
);

const NEVER_CALLED = {
  'identity.letters.read-organization': 'It is about no single project.',
  'identity.password-resets.letter': 'It is about no single project.',
};

/** Makes every call about a project. */
async function useEverything(): Promise<void> {
  const { world, call } = running;
  const { project, organization, admin, adminship } = await world.aProject();
  const { user, member } = await world.aMember(project);
  const [caller, project_id] = [as(admin), project.id];
  await useCredentials(project_id, (await world.aToken(user)).secret, user.email);
  const ended = await world.aToken(user);
  await world.tokens.revoke(ended.token.id, user.id);
  await running.accessOf(ended.secret, project_id);
  await call(projects.calls.get, { project_id }, caller);
  await call(projects.calls.update, { project_id, artifact_publish_mode: 'manual_publish' }, caller);
  await call(projectUsers.calls.list, { project_id, limit: 20, offset: 0 }, caller);
  await call(projectUsers.calls.list, { project_id, search: 'a', limit: 20, offset: 0 }, caller);
  for (const rights of [ADMIN, VIEWER]) {
    await call(projectUsers.calls.update, { project_id, project_user_id: member.id, ...rights }, caller);
  }
  await call(projectUsers.calls.remove, { project_id, project_user_id: member.id }, caller);
  await call(projectUsers.calls.add, { project_id, email: user.email, ...VIEWER }, caller);
  await call(projectUsers.calls.removeByEmail, { project_id, email: user.email }, caller);
  await call(projectUsers.calls.add, { project_id, user_id: user.id, ...VIEWER }, caller);
  await call(standings.calls.of, { project_id, user_id: user.id }, null);
  await call(projectUsers.calls.removeByEmail, { project_id, email: user.email }, caller);
  await call(audience.calls.changes, { project_id, after: 0 }, null);
  await call(audience.calls.numbers, { projects: [project_id] }, null);
  await call(audience.calls.membership, { project_id, user_id: adminship.userId }, null);
  const wanted = { project_id, user_ids: [adminship.userId], emails: [admin.email, anEmail()] };
  await call(interviewees.calls.find, wanted, null);
  const key = await world.aKey(await world.aServiceAccount(organization));
  await running.accessOf(key.secret, project_id);
  const colleague = await world.anOrganizationUser(organization);
  for (const email of [anEmail(), colleague.email]) {
    const { id, type } = await call(invites.calls.invite, { project_id, email, ...VIEWER }, caller);
    await call(letters.calls.read, { project_id, invite_id: id, edition: 1, kind: type }, null);
  }
  await call(interviewees.calls.assignable, { project_id }, caller);
  const pending = { project_id, status: 'pending', limit: 20, offset: 0 } as const;
  await call(invites.calls.list, { ...pending, search: 'a' }, caller);
  const { results } = await call(invites.calls.list, pending, caller);
  for (const { id } of results) await call(invites.calls.cancel, { project_id, invite_id: id }, caller);
  await call(invites.calls.invite, { project_id, email: anEmail(), ...VIEWER }, caller);
  await deleteAnother();
}

async function deleteAnother(): Promise<void> {
  const { project, admin } = await running.world.aProject();
  await running.call(projects.calls.remove, { project_id: project.id, name: project.name }, as(admin));
  await running.call(deletedProjects.calls.after, { after: project.id }, null);
  await running.call(deletedProjects.calls.among, { ids: [project.id] }, null);
}

async function useCredentials(project_id: string, secret: string, email: string): Promise<void> {
  await running.accessOf(secret, project_id);
  await running.call(access.calls.resolveEmail, { email, project_id, is_verified: false }, null);
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual(['audience_changes', 'audiences', 'invites', 'project_users']);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    const effects = await wall.foreignEffects(sent);
    // Users belong to no project: a foreign one is found, but is not a member. Mail allowances belong to a hashed
    // address.
    const ofNoProject = /"permissions":(null|\[\])|"is_member":false|MailAllowance/;
    expect(effects.filter((effect) => !ofNoProject.test(effect))).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 4);
  });

  it('would let every statement find its rows in one partition, by an index, were the tables divided by project', async () => {
    expect(partitions.undivided).toEqual([]);
    expect(await partitions.overreaching(wall.touching(log.every), EXCEPTIONS)).toEqual([]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log, NEVER_SENT)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('identity', running.called, NEVER_CALLED)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    const project_id = await wall.fullestProject();
    expect(Object.keys(await wall.countsOf(project_id))).toEqual(wall.tables);
    const { name } = await running.call(projects.calls.get, { project_id }, aCaller());
    await running.call(projects.calls.remove, { project_id, name }, aCaller());
    await eventually('a pass is complete', () => wall.isDeleted(project_id));
    expect(await wall.countsOf(project_id)).toEqual({});
  });
});
