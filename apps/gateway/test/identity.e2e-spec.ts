import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Me,
  type Organization,
  type OrganizationUser,
  type Page,
  type Project,
  type ProjectUser,
  type Session,
  isWellFormedSecret,
} from '@pks/contracts';
import { type Answer, type ApiClient, eventually } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Changes take effect everywhere within this time (decisions 2). Milliseconds. */
const BOUND_MS = 5_000;

const world = new World();

let project: Project;
let base: string;
let users: string;

beforeAll(async () => {
  project = await world.project();
  base = `/projects/${project.id}`;
  users = `${base}/users/`;
});

function refused(field: string, sentence: string): object {
  return { status: 400, body: { error: sentence, [field]: [sentence] } };
}

/** Waits no longer than a change may take to take effect. */
function soon(what: string, client: ApiClient, path: string, status: number): Promise<void> {
  return eventually(what, async () => (await client.get(path)).status === status, BOUND_MS);
}

describe('an organization', () => {
  it('is read and renamed by its admins', async () => {
    const [own] = (await world.stranger.get<Me>('/users/me/')).body.organizations;
    const path = `/organizations/${own?.id}/`;
    const read = await world.stranger.get<Organization>(path);
    expect(read).toMatchObject({
      status: 200,
      body: { id: own?.id, created_at: expect.stringMatching(/Z$/) },
    });
    const name = `Renamed ${randomUUID()}`;
    expect(await world.stranger.patch(path, { name: ` ${name} ` })).toMatchObject({
      status: 200,
      body: { name },
    });
    expect((await world.stranger.patch(path, {})).body).toEqual({ ...read.body, name });
    expect(await world.stranger.patch(path, { name: ' ' })).toEqual(
      expect.objectContaining(refused('name', 'This field may not be blank.')),
    );
    const me = await world.stranger.get<Me>('/users/me/');
    expect(me.body.organizations).toContainEqual({ ...own, name });
    expect((await world.founder.get(path)).status).toBe(403);
    const { api } = await world.member(project.id);
    expect((await api.get(`/organizations/${project.organization_id}/`)).status).toBe(403);
  });
});

describe('login', () => {
  it('returns a token that works, ends after 90 days without use, and shows whose it is', async () => {
    const { id, email } = await world.person();
    const before = Date.now();
    const { status, body, headers } = await world.anybody.post<Session>('/auth/token/', {
      email: email.toUpperCase(),
      password: world.password,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), expires_at: expect.any(String), user: { id, email } });
    expect(body.token).toMatch(/^pkt_[0-9A-Za-z]{36}$/);
    expect(isWellFormedSecret(body.token)).toBe(true);
    expect(Math.round((Date.parse(body.expires_at) - before) / DAY_MS)).toBe(90);
    expect(headers.get('cache-control')).toBe('no-store');
    const me = await world.anybody.as(body.token).get<Me>('/users/me/');
    expect(me).toMatchObject({ status: 200, body: { id, email } });
  });

  it('is refused alike for a wrong password, an unknown user and one without a password', async () => {
    const { email } = await world.person();
    const nobody = `${randomUUID()}@e2e.test`;
    const without = `${randomUUID()}@e2e.test`;
    await world.founder.post(`/organizations/${project.organization_id}/users/`, { email: without });
    for (const each of [email, nobody, without]) {
      const answer = await world.anybody.post('/auth/token/', { email: each, password: 'wrong' });
      expect(answer).toMatchObject({
        status: 400,
        text: '{"error":"Unable to log in with provided credentials."}',
      });
    }
  });

  it.each([
    [{ password: 'x' }, 'email', 'This field is required.'],
    [{ email: 'a@b.test' }, 'password', 'This field is required.'],
    [{ email: 'nobody', password: 'x' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a@b.test', password: '' }, 'password', 'This field may not be blank.'],
    [{ email: 'a@b.test', password: null }, 'password', 'This field may not be null.'],
    [{ email: 'a@b.test', password: 'x', remember: true }, 'remember', 'Unknown field.'],
  ])('names the invalid field: %j', async (body, field, sentence) => {
    expect(await world.anybody.post('/auth/token/', body)).toMatchObject(refused(field, sentence));
  });

  it('requires no credential and ignores any', async () => {
    const { email } = await world.person();
    const request = { email, password: world.password };
    expect((await world.anybody.as('garbage').post('/auth/token/', request)).status).toBe(200);
  });
});

describe('logout', () => {
  it('revokes the token of the request immediately, and no other', async () => {
    const { email, api } = await world.person();
    const other = world.anybody.as(await world.logIn(email));
    expect((await api.get('/users/me/')).status).toBe(200);
    const { status, text } = await api.delete('/auth/token/');
    expect([status, text]).toEqual([204, '']);
    await soon('the token is revoked', api, '/users/me/', 401);
    expect((await other.get('/users/me/')).status).toBe(200);
    const again = await api.delete('/auth/token/');
    expect(again.status).toBe(401);
    expect(again.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="The token was revoked."',
    );
  });
});

describe('a user', () => {
  it('sees themselves, their organizations and their projects', async () => {
    const member = await world.member(project.id, ['CAN_VIEW_DATA'], 'tech');
    const { body } = await member.api.get<Me>('/users/me/');
    expect(body).toEqual({
      id: member.id,
      email: member.email,
      date_joined: expect.any(String),
      organizations: [{ id: project.organization_id, name: 'Everybody', role: 'member' }],
      projects: [{ id: project.id, name: project.name, permissions: ['CAN_VIEW_DATA'], profile: 'tech' }],
    });
  });
});

describe('X-Impersonate-Email', () => {
  it('has no effect outside notifications, not even for users who may impersonate', async () => {
    const { body: founder } = await world.founder.get<Me>('/users/me/');
    const member = await world.member(project.id, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const headers = { 'x-impersonate-email': founder.email };
    expect((await member.api.get<Me>('/users/me/', headers)).body.id).toBe(member.id);
    expect((await member.api.get(`${base}/knowledge-changelog/`, headers)).status).toBe(403);
    expect((await member.api.get(`${base}/`, { 'x-impersonate-email': 'no e-mail' })).status).toBe(200);
  });
});

describe('what a member may do', () => {
  it('changes immediately with their permissions', async () => {
    const member = await world.member(project.id);
    const path = `${users}${member.projectUserId}/`;
    const history = `${base}/artifacts/brief/versions/history/`;
    expect((await member.api.get(`${base}/`)).status).toBe(200);
    expect((await member.api.get(history)).status).toBe(403);
    await world.founder.patch(path, { permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
    await soon('they administer', member.api, history, 200);
    await world.founder.patch(path, { permissions: [] });
    await soon('they see nothing', member.api, `${base}/`, 403);
    await world.founder.patch(path, { permissions: ['CAN_VIEW_DATA'] });
    await soon('they see it again', member.api, `${base}/`, 200);
  });

  it('is nothing once they are removed, and something once they are added', async () => {
    const { id, api } = await world.person();
    expect((await api.get(`${base}/`)).status).toBe(403);
    const added = await world.founder.post<ProjectUser>(users, { user_id: id });
    await soon('they see it', api, `${base}/`, 200);
    expect((await world.founder.delete(`${users}${added.body.id}/`)).status).toBe(204);
    await soon('they see nothing', api, `${base}/`, 403);
  });

  it('follows the publish mode of the project immediately', async () => {
    const own = await world.project('manual_publish');
    const { slug } = await world.artifact(own.id);
    const publish = `/projects/${own.id}/artifacts/${slug}/publish-head/`;
    expect((await world.founder.post(publish)).status).toBe(200);
    await world.founder.patch(`/projects/${own.id}/`, { artifact_publish_mode: 'auto_publish' });
    const stops = async (): Promise<boolean> => (await world.founder.post(publish)).status === 400;
    await eventually('nothing is published by hand', stops, BOUND_MS);
  });
});

describe('the members of a project', () => {
  let own: string;
  const mark = randomUUID().slice(0, 8);

  beforeAll(async () => {
    const { id, organization_id } = await world.project();
    own = `/projects/${id}/users/`;
    for (const name of ['b_b', 'A%a', 'c.C']) {
      const email = `${name}.${mark}@e2e.test`;
      await world.founder.post(`/organizations/${organization_id}/users/`, { email });
      await world.founder.post(own, { email });
    }
  });

  async function found(query: string): Promise<string[]> {
    const { body } = await world.founder.get<Page<ProjectUser>>(`${own}?${query}`);
    return body.results.map(({ user }) => user.email.split('.')[0]!.toLowerCase());
  }

  it('are listed by e-mail', async () => {
    expect(await found(`search=${mark}`)).toEqual(['a%a', 'b_b', 'c']);
  });

  it.each(['search', 'email'])(
    'are found by a part of their e-mail, whatever its case, as %s',
    async (name) => {
      expect(await found(`${name}=${mark.toUpperCase()}`)).toEqual(['a%a', 'b_b', 'c']);
      expect(await found(`${name}=C.c`)).toEqual(['c']);
      expect(await found(`${name}=%25`)).toEqual(['a%a']);
      expect(await found(`${name}=_`)).toEqual(['b_b']);
      expect(await found(`${name}=nobody-${mark}`)).toEqual([]);
    },
  );

  it('are returned as they were added', async () => {
    const email = `d.${mark}@e2e.test`;
    await world.founder.post(`/organizations/${project.organization_id}/users/`, { email });
    const added = await world.founder.post<ProjectUser>(own, {
      email: email.toUpperCase(),
      permissions: ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'],
      profile: 'user',
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        user: { email },
        permissions: ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'],
        profile: 'user',
      },
    });
    expect(await world.founder.post(own, { email })).toMatchObject(
      refused('email', 'This user is already a member of the project.'),
    );
    expect(await world.founder.patch(`${own}${added.body.id}/`, { profile: 'tech' })).toMatchObject({
      status: 200,
      body: { profile: 'tech', permissions: ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'] },
    });
    expect(await world.founder.post(`${own}remove-by-email/`, { email })).toMatchObject({
      status: 204,
      text: '',
    });
  });

  it('are contributors who may view by default', async () => {
    const { id } = await world.person();
    expect(await world.founder.post(own, { user_id: id })).toMatchObject({
      status: 201,
      body: { permissions: ['CAN_VIEW_DATA'], profile: 'contributor' },
    });
  });

  it.each<[object, string, string]>([
    [{}, 'email', 'This field is required.'],
    [{ email: 'nobody@nowhere.test' }, 'email', 'No such user in the organization of the project.'],
    [{ user_id: randomUUID() }, 'user_id', 'No such user in the organization of the project.'],
    [{ user_id: 'x' }, 'user_id', 'Must be a valid UUID.'],
    [{ email: 'x' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a@b.test', profile: 'boss' }, 'profile', '"boss" is not a valid choice.'],
    [{ email: 'a@b.test', permissions: 'CAN_VIEW_DATA' }, 'permissions', 'Expected a list of items.'],
    [{ email: 'a@b.test', permissions: ['CAN_FLY'] }, 'permissions.0', '"CAN_FLY" is not a valid choice.'],
  ])('cannot be added by %j', async (request, field, sentence) => {
    expect(await world.founder.post(own, request)).toMatchObject(refused(field, sentence));
  });

  it('cannot be removed by an unknown e-mail or one’s own', async () => {
    const { body: me } = await world.founder.get<Me>('/users/me/');
    expect(
      await world.founder.post(`${own}remove-by-email/`, { email: 'nobody@nowhere.test' }),
    ).toMatchObject(refused('email', 'No member of the project has this e-mail.'));
    expect(await world.founder.post(`${own}remove-by-email/`, { email: me.email })).toMatchObject(
      refused('email', 'You cannot remove yourself.'),
    );
  });
});

describe('the last admin of a project', () => {
  const sentence = 'The last admin of a project cannot be removed or demoted.';

  it('cannot be removed or demoted, by themselves or others', async () => {
    const { id } = await world.project();
    const own = `/projects/${id}/users/`;
    const { body } = await world.founder.get<Page<ProjectUser>>(own);
    const adminship = `${own}${body.results[0]!.id}/`;
    const last = { status: 400, body: { error: sentence } };
    expect(await world.founder.delete(adminship)).toMatchObject(last);
    expect(await world.founder.patch(adminship, { permissions: ['CAN_VIEW_DATA'] })).toMatchObject(last);
    const other = await world.member(id, ['CAN_PERFORM_ADMIN_ACTIONS']);
    expect((await other.api.delete(adminship)).status).toBe(204);
    expect(await other.api.delete(`${own}${other.projectUserId}/`)).toMatchObject(last);
  });

  it('remains when all admins leave concurrently', async () => {
    const { id } = await world.project();
    const own = `/projects/${id}/users/`;
    const { body } = await world.founder.get<Page<ProjectUser>>(own);
    const founder = { api: world.founder, projectUserId: body.results[0]!.id };
    const others = await Promise.all([1, 2].map(() => world.member(id, ['CAN_PERFORM_ADMIN_ACTIONS'])));
    const left = await Promise.all(
      [founder, ...others].map(async ({ api, projectUserId }) => {
        const { status, body } = await api.delete(`${own}${projectUserId}/`);
        return { api, status, body };
      }),
    );
    expect(left.map(({ status }) => status).sort()).toEqual([204, 204, 400]);
    const last = left.find(({ status }) => status === 400);
    expect(last?.body).toMatchObject({ error: sentence });
    expect(await last?.api.get(own)).toMatchObject({ status: 200, body: { count: 1 } });
  });
});

describe('an organization', () => {
  it('adds users, and lists them by e-mail', async () => {
    const list = `/organizations/${project.organization_id}/users/`;
    const email = `new-${randomUUID()}@e2e.test`;
    const made = await world.founder.post<OrganizationUser>(list, { email, role: 'admin' });
    expect(made).toMatchObject({ status: 201, body: { email, role: 'admin', is_active: true } });
    expect(await world.founder.post(list, { email })).toMatchObject(
      refused('email', 'This user is already in the organization.'),
    );
    const { body } = await world.founder.get<Page<OrganizationUser>>(`${list}?limit=1000`);
    const emails = body.results.map((user) => user.email.toLowerCase());
    expect(emails).toContain(email);
    expect(emails).toEqual([...emails].sort());
  });

  it.each<[object, string, string]>([
    [{}, 'email', 'This field is required.'],
    [{ email: 'x@e2e.test', role: 'owner' }, 'role', '"owner" is not a valid choice.'],
    [{ email: 'x@e2e.test', password: 'a' }, 'password', 'Ensure this field has at least 10 characters.'],
    [{ email: 'x@e2e.test', password: 'Password123' }, 'password', 'This password is too common.'],
    [{ email: 'x@e2e.test', is_active: true }, 'is_active', 'Unknown field.'],
  ])('adds no user by %j', async (request, field, sentence) => {
    const list = `/organizations/${project.organization_id}/users/`;
    expect(await world.founder.post(list, request)).toMatchObject(refused(field, sentence));
  });
});

describe('a project', () => {
  function making(client: ApiClient, request: object): Promise<Answer<Project>> {
    return client.post<Project>('/projects/', request);
  }

  it('is created by an admin of its organization, who becomes its admin', async () => {
    const { api } = await world.person('admin');
    const { organization_id } = project;
    const made = await making(api, { name: '  Mine  ', organization_id });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Mine', organization_id, artifact_publish_mode: 'auto_publish' },
    });
    const { body } = await api.get<Page<Project>>('/projects/');
    expect(body).toMatchObject({ count: 1, results: [made.body] });
    expect((await api.get(`/projects/${made.body.id}/knowledge-changelog/`)).status).toBe(200);
  });

  it('cannot be created by others, or for another organization', async () => {
    const { api } = await world.person();
    const { organization_id } = project;
    expect((await making(api, { name: 'N', organization_id })).status).toBe(403);
    expect((await making(world.stranger, { name: 'N', organization_id })).status).toBe(403);
    expect((await making(world.founder, { name: 'N', organization_id: randomUUID() })).status).toBe(403);
  });

  it('can be changed by its admins', async () => {
    const { id } = await world.project();
    const changed = await world.founder.patch<Project>(`/projects/${id}/`, { name: 'Changed' });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Changed', artifact_publish_mode: 'manual_publish' },
    });
    expect(await world.founder.patch(`/projects/${id}/`, { artifact_publish_mode: 'x' })).toMatchObject(
      refused('artifact_publish_mode', '"x" is not a valid choice.'),
    );
    expect(await world.founder.patch(`/projects/${id}/`, { organization_id: id })).toMatchObject(
      refused('organization_id', 'Unknown field.'),
    );
  });

  it('is listed for its members alone, the newest first', async () => {
    const { body } = await world.founder.get<Page<Project>>('/projects/?limit=5');
    const times = body.results.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const { body: none } = await world.stranger.get<Page<Project>>('/projects/?limit=1000');
    expect(none.results.map(({ id }) => id)).not.toContain(project.id);
  });
});
