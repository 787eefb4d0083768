import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AcceptedInvite, Invite, Me, NewInvite, OrganizationUser, Page } from '@pks/contracts';
import { linesAbout } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const REFUSED = 'This token is wrong, used, cancelled or expired.';
const world = new World();

let projectId: string;
let path: string;
beforeAll(async () => {
  projectId = (await world.project()).id;
  path = `/projects/${projectId}/invites/`;
});

const accept = (token: string, password = world.password) =>
  world.anybody.post<AcceptedInvite>('/invites/accept/', { token, password });

/** An account that another organization made with a password which that organization knows. */
async function strangersAccount() {
  const { body: me } = await world.stranger.get<Me>('/users/me/');
  const email = `${randomUUID()}@e2e.test`;
  const users = `/organizations/${me.organizations[0]?.id ?? ''}/users/`;
  const { body } = await world.stranger.post<OrganizationUser>(users, { email, password: world.password });
  return { id: body.id, email, api: world.anybody.as(await world.logIn(email)) };
}

describe('an invite', () => {
  it('leads from the e-mail into the project, once', async () => {
    const email = `${randomUUID()}@e2e.test`;
    const request = { email, permissions: ['CAN_VIEW_DATA'], profile: 'tech' };
    const made = await world.founder.post<NewInvite>(`${path}invite/`, request);
    expect(made).toMatchObject({ status: 201, body: { ...request, status: 'pending', type: 'new_user' } });
    const token = await world.mailedToken(email);
    const accepted = await accept(token);
    expect(accepted).toMatchObject({ status: 201, body: { user: { email }, project_id: projectId } });
    const api = world.anybody.as(accepted.body.token);
    expect((await api.get<Me>('/users/me/')).body.projects).toMatchObject([
      { id: projectId, profile: 'tech' },
    ]);
    expect((await api.get(`/projects/${projectId}/artifacts/`)).status).toBe(200);
    const again = await accept(token);
    expect(again).toMatchObject({ status: 400, body: { error: REFUSED, token: [REFUSED] } });
    const logFile = process.env['E2E_LOG_FILE']!;
    await linesAbout(logFile, again.headers.get('x-request-id')!, ['gateway', 'identity']);
    expect(await readFile(logFile, 'utf8')).not.toContain(token.slice(4, 40));
  });

  it('of a user of the organization is accepted immediately; of a member it is refused', async () => {
    const { email, id } = await world.person();
    const invite = () => world.founder.post<NewInvite>(`${path}invite/`, { email });
    expect(await invite()).toMatchObject({
      status: 201,
      body: { type: 'existing_user', status: 'accepted' },
    });
    const { body } = await world.founder.get<Page<{ user: object }>>(
      `/projects/${projectId}/users/?search=${email}`,
    );
    expect(body.results).toMatchObject([{ user: { id } }]);
    expect(await invite()).toMatchObject({ status: 400, body: { email: [expect.any(String)] } });
  });

  it('of an account that another organization made is accepted by whoever reads the mailbox, and by no one else', async () => {
    const ceo = await strangersAccount();
    const made = await world.founder.post<NewInvite>(`${path}invite/`, { email: ceo.email });
    expect(made).toMatchObject({ status: 201, body: { type: 'new_user', status: 'pending' } });
    expect(await ceo.api.get(`/projects/${projectId}/`)).toMatchObject({ status: 403 });
    const add = await world.founder.post(`/projects/${projectId}/users/`, { email: ceo.email });
    expect(add).toMatchObject({ status: 400, body: { email: [expect.any(String)] } });
    const token = await world.mailedToken(ceo.email);
    expect(await world.anybody.post('/invites/accept/', { token })).toMatchObject({
      status: 400,
      body: { password: ['This field is required.'] },
    });
    const accepted = await accept(token, 'chosen by themselves');
    expect(accepted).toMatchObject({ status: 201, body: { user: { id: ceo.id }, project_id: projectId } });
    expect((await world.anybody.as(accepted.body.token).get(`/projects/${projectId}/`)).status).toBe(200);
    expect((await ceo.api.get('/users/me/')).status).toBe(401);
    const theirs = { email: ceo.email, password: world.password };
    expect((await world.anybody.post('/auth/token/', theirs)).status).toBe(400);
  });

  it('to an organization, of an account of another, begins its membership when it is accepted', async () => {
    const { id, email, api } = await strangersAccount();
    const users = `/organizations/${await world.organizationId()}/users/`;
    const made = await world.founder.post<OrganizationUser>(users, { email });
    expect(made).toMatchObject({ status: 201, body: { id, email, is_active: false, role: 'member' } });
    const request = { email, password: world.password };
    expect((await world.founder.post(users, request)).status).toBe(400);
    expect((await world.founder.patch(`${users}${id}/`, { is_active: true })).status).toBe(400);
    expect((await api.get<Me>('/users/me/')).body.organizations).toHaveLength(1);
    const accepted = await accept(await world.mailedToken(email));
    const organization_id = await world.organizationId();
    expect(accepted).toMatchObject({ status: 201, body: { organization_id, project_id: null } });
    const { body } = await world.anybody.as(accepted.body.token).get<Me>('/users/me/');
    expect(body.organizations).toHaveLength(2);
  });

  it('is listed by status and search, and cancelled once', async () => {
    const { id, email } = await world.invite(projectId);
    const list = (query: string) => world.founder.get<Page<Invite>>(`${path}?search=${email}&${query}`);
    expect((await list('status=pending')).body).toMatchObject({ count: 1, results: [{ id, email }] });
    const token = await world.mailedToken(email);
    expect((await world.founder.delete(`${path}${id}/`)).status).toBe(204);
    expect((await list('status=cancelled')).body.count).toBe(1);
    expect((await world.founder.delete(`${path}${id}/`)).status).toBe(400);
    expect(await accept(token)).toMatchObject({ status: 400, body: { token: [REFUSED] } });
  });

  it.each([
    ['email', {}],
    ['email', { email: 'x' }],
    ['permissions.0', { email: 'a@e2e.test', permissions: ['FLY'] }],
    ['permissions', { email: 'a@e2e.test', permissions: [] }],
    ['profile', { email: 'a@e2e.test', profile: 'boss' }],
    ['status', { email: 'a@e2e.test', status: 'accepted' }],
  ])('is refused a wrong %s', async (field, body) => {
    const answer = await world.founder.post(`${path}invite/`, body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });

  it.each([
    ['token', { password: 'long enough' }],
    ['token', { token: '', password: 'long enough' }],
    ['token', { token: 'x' }],
    ['password', { token: 'x', password: 5 }],
    ['password', { token: 'x', password: 'short' }],
    ['email', { token: 'x', password: 'x', email: 'a@e2e.test' }],
  ])('is not accepted with a wrong %s', async (field, body) => {
    const answer = await world.anybody.post('/invites/accept/', body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });

  it('cannot be listed by an unknown status', async () => {
    expect(await world.founder.get(`${path}?status=open`)).toMatchObject({
      status: 400,
      body: { status: ['"open" is not a valid choice.'] },
    });
  });
});
