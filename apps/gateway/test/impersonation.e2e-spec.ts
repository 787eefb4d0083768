import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiKey, NotificationsChanged, Permission, ServiceAccount } from '@pks/contracts';
import { type Answer, type LogLine, type Product, linesAbout } from '@pks/testing/black-box';
import {
  type NotificationsInMemory,
  type ProductWithNotifications,
  startWithNotifications,
} from './support/notifications-in-memory.ts';
import { type Person, type World } from './support/world.ts';

const FORBIDDEN = { status: 403, body: { error: 'You do not have permission to perform this action.' } };
const MAY: Permission[] = ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'];

let running: ProductWithNotifications;
let product: Product;
let world: World;
let notifications: NotificationsInMemory;
let projectId: string;
let support: Person;
let ben: Person & { projectUserId: string };

beforeAll(async () => {
  running = await startWithNotifications();
  ({ product, world, notifications } = running);
  projectId = (await world.project()).id;
  [support, ben] = await Promise.all([world.member(projectId, MAY), world.member(projectId)]);
});

afterAll(() => running?.stop());

/** The response to a request with the header. */
function ask(
  email: string,
  person: Pick<Person, 'api'> = support,
  headers: Record<string, string> = {},
): Promise<Answer<NotificationsChanged>> {
  const path = `/projects/${projectId}/notifications/mark-all-as-read/`;
  return person.api.post<NotificationsChanged>(path, undefined, { 'x-impersonate-email': email, ...headers });
}

/** The effective user of a request. */
async function actor(email: string, person?: Pick<Person, 'api'>): Promise<string | undefined> {
  expect((await ask(email, person)).status).toBe(200);
  return notifications.callers.at(-1)?.email;
}

/** The gateway's log line about a request. */
async function lineOf(requestId: string): Promise<LogLine | undefined> {
  const lines = await linesAbout(product.logFile, requestId, ['gateway']);
  return lines.find(({ service }) => service === 'gateway');
}

describe('a member who may impersonate', () => {
  it('acts as the user they name, with that user’s permissions and their own credential', async () => {
    expect(await ask(ben.email.toUpperCase())).toMatchObject({
      status: 200,
      body: { message: `Marked those of ${ben.email}` },
    });
    const caller = notifications.callers.at(-1);
    await support.api.get(`/projects/${projectId}/notifications/unread-count/`);
    const own = notifications.callers.at(-1);
    expect(caller).toEqual({
      user_id: ben.id,
      email: ben.email,
      kind: 'user',
      organization: null,
      credential_id: own?.credential_id,
      project: expect.objectContaining({ id: projectId, permissions: ['CAN_VIEW_DATA'] }),
      impersonated_by: { user_id: support.id, email: support.email },
    });
    expect(own).toMatchObject({ user_id: support.id });
    expect(own).not.toHaveProperty('impersonated_by');
  });

  it('acts as themselves when the header names a user who may not view the project', async () => {
    const outsider = await world.person();
    const blind = await world.member(projectId, []);
    const gone = await world.member(projectId);
    const users = `/organizations/${await world.organizationId()}/users/${gone.id}/`;
    await world.founder.patch(users, { is_active: false });
    const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
    const account = await world.founder.post<ServiceAccount>(accounts, { name: 'Nightly' });
    await world.founder.post(`/projects/${projectId}/users/`, { user_id: account.body.id });
    for (const email of [
      `${randomUUID()}@e2e.test`,
      outsider.email,
      blind.email,
      gone.email,
      account.body.email,
      'no e-mail',
      `${ben.email}, ${ben.email}`,
      support.email,
      '',
    ]) {
      expect([email, await actor(email)]).toEqual([email, support.email]);
    }
  });

  it('acts as a user once that user may view the project, and only as long as they may', async () => {
    const eva = await world.person();
    expect(await actor(eva.email)).toBe(support.email);
    const { body } = await world.founder.post<{ id: string }>(`/projects/${projectId}/users/`, {
      user_id: eva.id,
    });
    expect(await actor(eva.email)).toBe(eva.email);
    await world.founder.delete(`/projects/${projectId}/users/${body.id}/`);
    expect(await actor(eva.email)).toBe(support.email);
  });

  it('may be a service account', async () => {
    const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
    const { body: account } = await world.founder.post<ServiceAccount>(accounts, { name: 'Support' });
    const request = { user_id: account.id, permissions: MAY };
    await world.founder.post(`/projects/${projectId}/users/`, request);
    const { body: key } = await world.founder.post<NewApiKey>(`${accounts}${account.id}/api-keys/`, {});
    expect(await actor(ben.email, { api: world.founder.as(key.key) })).toBe(ben.email);
  });

  it('is logged with both users by the gateway, but not when they act as themselves', async () => {
    const [acting, own] = [randomUUID(), randomUUID()];
    await ask(ben.email, support, { 'x-request-id': acting });
    await ask(support.email, support, { 'x-request-id': own });
    expect(await lineOf(acting)).toMatchObject({
      user_id: support.id,
      user_email: support.email,
      effective_user_id: ben.id,
      effective_user_email: ben.email,
    });
    const ownLine = await lineOf(own);
    expect(ownLine).toMatchObject({ user_id: support.id });
    expect(ownLine).not.toHaveProperty('effective_user_id');
  });

  it('lends what the other user may do to nobody who names both in place of a credential', async () => {
    const boss = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
    expect(await actor(boss.email)).toBe(boss.email);
    const id = notifications.callers.at(-1)?.credential_id;
    const cookie = { cookie: `pks_session=${id} as ${boss.email}`, 'x-session': 'cookie' };
    for (const path of [`/projects/${projectId}/invites/`, `/projects/${projectId}/`, '/users/me/']) {
      expect((await fetch(world.baseUrl + path, { headers: cookie })).status).toBe(401);
    }
  });

  it('cannot impersonate outside notifications', async () => {
    const answer = await support.api.get('/users/me/', { 'x-impersonate-email': ben.email });
    expect(answer).toMatchObject({ status: 200, body: { id: support.id } });
    const project = await ben.api.get(`/projects/${projectId}/`, { 'x-impersonate-email': support.email });
    expect(project.status).toBe(200);
  });
});

describe('a member who may not impersonate', () => {
  it('is refused, whichever user they name, even themselves', async () => {
    const admin = await world.member(projectId, ['CAN_PERFORM_ADMIN_ACTIONS']);
    for (const person of [ben, admin]) {
      for (const email of [support.email, person.email, 'no e-mail', 'nobody@e2e.test']) {
        expect(await ask(email, person)).toMatchObject(FORBIDDEN);
      }
      expect(await actor('', person)).toBe(person.email);
    }
  });

  it('is refused when they may only impersonate, or may do so only in another project', async () => {
    const blind = await world.member(projectId, ['CAN_IMPERSONATE_OTHER_USERS']);
    expect(await ask(ben.email, blind)).toMatchObject(FORBIDDEN);
    const { id } = await world.project();
    await world.founder.post(`/projects/${id}/users/`, { user_id: support.id });
    const path = `/projects/${id}/notifications/unread-count/`;
    expect(await support.api.get(path, { 'x-impersonate-email': ben.email })).toMatchObject(FORBIDDEN);
  });

  it('is refused once the permission is revoked', async () => {
    const person = await world.member(projectId, MAY);
    expect(await actor(ben.email, person)).toBe(ben.email);
    const users = `/projects/${projectId}/users/${person.projectUserId}/`;
    await world.founder.patch(users, { permissions: ['CAN_VIEW_DATA'] });
    expect(await ask(ben.email, person)).toMatchObject(FORBIDDEN);
  });
});
