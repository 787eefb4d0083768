import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  API_KEY_PREFIX,
  type ApiKey,
  type Me,
  type NewApiKey,
  type Page,
  type ServiceAccount,
  makeSecret,
} from '@pks/contracts';
import type { CheckedClient } from './support/checked-client.ts';
import { type Person, World } from './support/world.ts';

const FORBIDDEN = { error: 'You do not have permission to perform this action.' };
const NOT_FOUND = { error: 'Not found.' };
const LONG_AGO = '2020-01-01T00:00:00Z';
const IN_A_CENTURY = '2126-01-01T00:00:00Z';

const world = new World();
let accounts: string;
let projectId: string;

beforeAll(async () => {
  accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
  projectId = (await world.project()).id;
});

async function anAccount(): Promise<ServiceAccount> {
  return (await world.founder.post<ServiceAccount>(accounts, { name: 'Nightly import' })).body;
}

interface Held {
  readonly made: NewApiKey;
  readonly path: string;
  readonly api: CheckedClient;
}

/** A key of a service account, with its path and client. */
async function aKey(account: ServiceAccount, fields: object = {}): Promise<Held> {
  const path = `${accounts}${account.id}/api-keys/`;
  const made = await world.founder.post<NewApiKey>(path, fields);
  expect(made.status).toBe(201);
  return { made: made.body, path: `${path}${made.body.id}/`, api: world.founder.as(made.body.key) };
}

async function join(account: ServiceAccount, permissions = ['CAN_VIEW_DATA']): Promise<void> {
  const request = { user_id: account.id, permissions };
  expect((await world.founder.post(`/projects/${projectId}/users/`, request)).status).toBe(201);
}

describe('an API key', () => {
  it('changes no account, whatever else is wrong with the request', async () => {
    const { api } = await aKey(await anAccount());
    const left = `/users/me/organizations/${await world.organizationId()}/?x=1`;
    for (const [method, path, body] of [
      ['PATCH', '/users/me/', '{}'],
      ['DELETE', left],
      ['DELETE', '/auth/token/?x=1'],
    ] as const) {
      expect(await api.send(method, path, body)).toMatchObject({
        status: 403,
        text: '{"error":"You do not have permission to perform this action."}',
      });
    }
  });

  it('authenticates its service account, with its permissions in each project', async () => {
    const account = await anAccount();
    const { api } = await aKey(account, { name: 'CI', expires_at: IN_A_CENTURY });
    const artifacts = `/projects/${projectId}/artifacts/`;
    expect(await api.get('/users/me/')).toMatchObject({
      status: 200,
      body: { id: account.id, email: account.email, projects: [] },
    });
    expect(await api.get(artifacts)).toMatchObject({ status: 403, body: FORBIDDEN });
    await join(account);
    expect((await api.get(artifacts)).status).toBe(200);
    expect(await api.post(artifacts, { title: 'No', technical_type: 'markdown' })).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    });
    expect(await api.get(accounts)).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('is accepted under either scheme, and cannot log out', async () => {
    const { api, made } = await aKey(await anAccount());
    const authorization = `Token ${made.key}`;
    expect((await world.anybody.get('/users/me/', { authorization })).status).toBe(200);
    await api.delete('/auth/token/');
    expect((await api.get('/users/me/')).status).toBe(200);
  });

  it('is refused as revoked, else expired, else disabled, from the response of the change on', async () => {
    const { api, path } = await aKey(await anAccount());
    const me = async () => {
      const { status, body } = await api.get('/users/me/');
      return [status, body];
    };
    expect((await me())[0]).toBe(200);
    expect(await world.founder.patch(path, { status: 'disabled' })).toMatchObject({
      status: 200,
      body: { status: 'disabled' },
    });
    expect(await me()).toEqual([403, { error: 'API key disabled.' }]);
    await world.founder.patch(path, { expires_at: LONG_AGO });
    expect(await me()).toEqual([403, { error: 'API key expired.' }]);
    await world.founder.patch(path, { status: 'active', expires_at: null });
    expect((await me())[0]).toBe(200);
    const revoked = await world.founder.post<ApiKey>(`${path}revoke/`);
    expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect(await me()).toEqual([403, { error: 'API key revoked.' }]);
    expect(await world.founder.patch(path, { status: 'active' })).toMatchObject({
      status: 400,
      body: { error: 'A revoked API key cannot be changed.' },
    });
    expect(await world.founder.post(`${path}revoke/`)).toMatchObject({ status: 200, body: revoked.body });
  });

  it.each([
    ['that nobody has', makeSecret(API_KEY_PREFIX)],
    ['that is mistyped', `${API_KEY_PREFIX}${'a'.repeat(36)}`],
    ['that is none', API_KEY_PREFIX],
  ])('%s is invalid, wherever it is used', async (_name, key) => {
    for (const path of ['/users/me/', `/projects/${projectId}/`, `/projects/${randomUUID()}/`, accounts]) {
      expect(await world.founder.as(key).get(path)).toMatchObject({
        status: 403,
        body: { error: 'Invalid API key.' },
      });
    }
  });

  it('is shown once: not in a list, and not in a replay', async () => {
    const account = await anAccount();
    const path = `${accounts}${account.id}/api-keys/`;
    const key = { 'idempotency-key': randomUUID() };
    const { body: made } = await world.founder.post<NewApiKey>(path, { name: 'Once' }, key);
    const again = await world.founder.post(path, { name: 'Once' }, key);
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'This request was carried out; its answer holds a secret that was shown once.' },
    });
    const list = await world.founder.get<Page<ApiKey>>(path);
    expect(list.body).toMatchObject({ count: 1, results: [{ id: made.id, prefix: made.key.slice(0, 12) }] });
    expect(list.text).not.toContain(made.key.slice(12));
  });
});

describe('an id that is not a service account or key of the organization', () => {
  it('gets the same bytes as an unknown id', async () => {
    const [account, second] = [await anAccount(), await anAccount()];
    const { made } = await aKey(account);
    const person = await world.person();
    const keysOf = (id: string) => `${accounts}${id}/api-keys/`;
    const answers = [
      await world.founder.get(keysOf(randomUUID())),
      await world.founder.get(keysOf(person.id)),
      await world.founder.get(keysOf('no-uuid')),
      await world.founder.post(keysOf(person.id), {}),
      await world.founder.patch(`${keysOf(second.id)}${made.id}/`, { name: 'x' }),
      await world.founder.post(`${keysOf(second.id)}${made.id}/revoke/`),
      await world.founder.patch(`${keysOf(account.id)}${randomUUID()}/`, { name: 'x' }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([404, NOT_FOUND]);
  });
});

describe('a deactivated user', () => {
  const set = (person: Pick<Person, 'id'>, is_active: boolean) =>
    world.founder.patch(accounts.replace('service-accounts/', `users/${person.id}/`), { is_active });

  it('has no access to the projects of the organization from the response on, until reactivated', async () => {
    const person = await world.member(projectId);
    const path = `/projects/${projectId}/artifacts/`;
    expect((await person.api.get(path)).status).toBe(200);
    expect(await set(person, false)).toMatchObject({ status: 200, body: { is_active: false } });
    expect((await person.api.get(path)).status).toBe(403);
    const { status, body } = await person.api.get<Me>('/users/me/');
    expect({ status, ...body }).toMatchObject({ status: 200, organizations: [], projects: [] });
    await set(person, true);
    expect((await person.api.get(path)).status).toBe(200);
  });

  it('that is a service account has disabled keys', async () => {
    const account = await anAccount();
    const { api } = await aKey(account);
    expect((await api.get('/users/me/')).status).toBe(200);
    await set(account, false);
    expect(await api.get('/users/me/')).toMatchObject({
      status: 403,
      body: { error: 'API key disabled.' },
    });
  });
});

describe('guessing a password', () => {
  it('is delayed after five failures, whether or not the account exists', async () => {
    const { email } = await world.person();
    for (const one of [email, `${randomUUID()}@e2e.test`]) {
      const logIn = () => world.anybody.post('/auth/token/', { email: one, password: 'wrong' });
      for (let n = 0; n < 5; n += 1) {
        expect(await logIn()).toMatchObject({
          status: 400,
          body: { error: 'Unable to log in with provided credentials.' },
        });
      }
      const { status, body, headers } = await logIn();
      const seconds = headers.get('retry-after');
      expect([status, body]).toEqual([
        429,
        { error: `Request was throttled. Expected available in ${seconds} seconds.` },
      ]);
      expect(['1', '2']).toContain(seconds);
    }
  });
});
