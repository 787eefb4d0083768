import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AddProjectUser, memberJoined } from '@pks/contracts';
import { OutboxEvent } from '@pks/platform';
import { aCaller } from '@pks/testing';
import { KeptNotices, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import type { Project } from '../projects/project.entity.ts';
import { ProjectUsersService } from './project-users.service.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function service(notices = new KeptNotices()): ProjectUsersService {
  return new ProjectUsersService(world.members, notices, world.database, new TestClock());
}

const adder = aCaller();
const keyedTo = (field: string): object => ({
  data: { kind: 'invalid', fields: { [field]: [expect.any(String)] } },
});
const refused = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

async function emailsOf(
  { id: project_id }: Project,
  filter: { search?: string; email?: string } = {},
): Promise<string[]> {
  const { results } = await service().list({ project_id, limit: 100, offset: 0, ...filter });
  return results.map(({ user }) => user.email);
}

describe('the members of a project', () => {
  it('are listed by e-mail, ignoring case, in pages with the total', async () => {
    const { project, admin } = await world.aProject();
    for (const first of ['zb', 'ZA', 'zc']) await world.aMember(project, VIEWER, `${first}.${anEmail()}`);
    await world.aProject();
    const emails = await emailsOf(project);
    expect(emails.map((email) => email.slice(0, 2))).toEqual([admin.email.slice(0, 2), 'ZA', 'zb', 'zc']);
    const page = (limit: number, offset: number) => service().list({ project_id: project.id, limit, offset });
    const { count, results } = await page(2, 1);
    expect(count).toBe(4);
    expect(results.map(({ user }) => user.email)).toEqual(emails.slice(1, 3));
    expect(await page(1, 4)).toEqual({ count: 4, results: [] });
  });

  it('are found by part of their e-mail, ignoring case, with every character taken literally', async () => {
    const { project, admin } = await world.aProject();
    const odd = `100%_of.${anEmail()}`;
    await world.aMember(project, VIEWER, odd);
    expect(await emailsOf(project, { search: '0%_O' })).toEqual([odd]);
    expect(await emailsOf(project, { email: '%_OF' })).toEqual([odd]);
    expect(await emailsOf(project, { search: '1%f' })).toEqual([]);
    expect(await emailsOf(project, { search: '1_0' })).toEqual([]);
    expect(await emailsOf(project, { search: '\\' })).toEqual([]);
    expect(await emailsOf(project, { search: '' })).toHaveLength(2);
    expect(await emailsOf(project, { search: admin.email.toUpperCase() })).toEqual([admin.email]);
  });

  it('match both parts where two are given', async () => {
    const { project } = await world.aProject();
    const both = `left.right.${anEmail()}`;
    for (const email of [both, `left.${anEmail()}`]) await world.aMember(project, VIEWER, email);
    expect(await emailsOf(project, { search: 'LEFT', email: 'right' })).toEqual([both]);
  });
});

describe('adding a member', () => {
  const adding = (project: Project, user: Partial<AddProjectUser>): AddProjectUser => ({
    project_id: project.id,
    permissions: VIEWER.permissions,
    profile: VIEWER.profile,
    ...user,
  });

  it('accepts a user of the organization by e-mail or by id, holds each permission once, and publishes that', async () => {
    const { project, organization } = await world.aProject();
    const [one, other] = [
      await world.anOrganizationUser(organization),
      await world.anOrganizationUser(organization),
    ];
    const notices = new KeptNotices();
    const permissions = ['CAN_VIEW_DATA', 'CAN_VIEW_DATA'] as const;
    const member = await world
      .adding(notices)
      .add(adding(project, { email: one.email.toUpperCase(), permissions, profile: 'tech' }), adder);
    expect(member).toEqual({
      id: expect.any(String),
      user: { id: one.id, email: one.email, date_joined: '2026-11-21T12:00:00.000Z' },
      permissions: ['CAN_VIEW_DATA'],
      profile: 'tech',
    });
    expect((await world.adding(notices).add(adding(project, { user_id: other.id }), adder)).user.id).toBe(
      other.id,
    );
    expect(notices.sent).toEqual([[one.id], [other.id]]);
    const who = { user_id: one.id, email: one.email, project_user_id: member.id };
    const payload = { project_id: project.id, ...who, added_by: adder.user_id };
    const events = await world.database.manager.findBy(OutboxEvent, { subject: memberJoined.subject });
    expect(events).toContainEqual(expect.objectContaining({ payload: expect.objectContaining(payload) }));
  });

  it('requires exactly one of e-mail and id', async () => {
    const { project, organization } = await world.aProject();
    const { id: user_id, email } = await world.anOrganizationUser(organization);
    const both = async () => world.adding().add(adding(project, { user_id, email }), adder);
    const neither = async () => world.adding().add(adding(project, {}), adder);
    await expect(both()).rejects.toMatchObject(keyedTo('user_id'));
    await expect(neither()).rejects.toMatchObject(keyedTo('email'));
  });

  it('does not reveal whether a user of another organization exists', async () => {
    const { project } = await world.aProject();
    const { admin: foreigner } = await world.aProject();
    const byEmail = [foreigner.email, anEmail()].map((email) => adding(project, { email }));
    const byId = [foreigner.id, randomUUID()].map((user_id) => adding(project, { user_id }));
    for (const [field, requests] of [
      ['email', byEmail],
      ['user_id', byId],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        requests.map((request) => refused(world.adding().add(request, adder))),
      );
      expect(foreign).toMatchObject(keyedTo(field));
      expect(unknown).toEqual(foreign);
    }
  });

  it('is refused for whoever is deactivated, by the organization or as a whole, as for an unknown user', async () => {
    const { project, organization } = await world.aProject();
    const [suspended, gone] = [
      await world.anOrganizationUser(organization),
      await world.anOrganizationUser(organization),
    ];
    await world.suspend(organization, suspended);
    await world.deactivate(gone);
    const sentence = 'No such user in the organization of the project.';
    for (const { id: user_id, email } of [suspended, gone]) {
      for (const named of [{ user_id }, { email }]) {
        const fields = Object.fromEntries(Object.keys(named).map((field) => [field, [sentence]]));
        const refusal = await refused(world.adding().add(adding(project, named), adder));
        expect(refusal).toMatchObject({ data: { kind: 'invalid', fields } });
      }
    }
  });

  it('is refused for a member, keyed to the field that named them', async () => {
    const { project, admin } = await world.aProject();
    const { email, id: user_id } = admin;
    const notices = new KeptNotices();
    expect(await refused(world.adding(notices).add(adding(project, { email }), adder))).toMatchObject(
      keyedTo('email'),
    );
    expect(await refused(world.adding(notices).add(adding(project, { user_id }), adder))).toMatchObject(
      keyedTo('user_id'),
    );
    expect(notices.sent).toEqual([]);
  });

  it('happens once when the same user is added many times concurrently', async () => {
    const { project, organization } = await world.aProject();
    const { email } = await world.anOrganizationUser(organization);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => world.adding().add(adding(project, { email }), adder)),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(3);
    for (const { reason } of refusals) expect(reason).toMatchObject(keyedTo('email'));
    expect(await emailsOf(project, { email })).toEqual([email]);
  });
});
