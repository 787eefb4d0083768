import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AcceptedInvite, Invite, Me, NewInvite, Page } from '@pks/contracts';
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
    expect(await accept(token)).toMatchObject({ status: 400, body: { error: REFUSED, token: [REFUSED] } });
    expect(await readFile(process.env['E2E_LOG_FILE']!, 'utf8')).not.toContain(token.slice(4, 40));
  });

  it('of an existing user is accepted immediately; of a member it is refused', async () => {
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
    ['profile', { email: 'a@e2e.test', profile: 'boss' }],
    ['status', { email: 'a@e2e.test', status: 'accepted' }],
  ])('is refused a wrong %s', async (field, body) => {
    const answer = await world.founder.post(`${path}invite/`, body);
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });

  it.each([
    ['token', { password: 'x' }],
    ['token', { token: '', password: 'x' }],
    ['password', { token: 'x' }],
    ['password', { token: 'x', password: 5 }],
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
