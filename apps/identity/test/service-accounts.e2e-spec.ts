import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type NewApiKey, apiKeys, projectUsers, serviceAccounts, users } from '@pks/contracts';
import type { Database, Idempotency } from '@pks/platform';
import type { Organization } from '../src/organizations/organization.entity.ts';
import type { Project } from '../src/projects/project.entity.ts';
import type { User } from '../src/users/user.entity.ts';
import { RunningIdentity, aKey, as } from './running-identity.ts';
import { VIEWER, type World } from './world.ts';

const SHOWN = 'This request was carried out; its answer holds a secret that was shown once.';

let service: RunningIdentity;
let world: World;
const call: RunningIdentity['call'] = (...request) => service.call(...request);
const accessOf: RunningIdentity['accessOf'] = (...request) => service.accessOf(...request);

beforeAll(async () => {
  service = await RunningIdentity.start();
  ({ world } = service);
});
afterAll(() => service.stop());

interface Place {
  readonly organization: Organization;
  readonly project: Project;
  readonly admin: User;
  readonly caller: Caller;
  readonly named: { readonly organization_id: string; readonly service_account_id: string };
}

/** A project, and a service account in its organization. */
async function aPlace(): Promise<Place> {
  const { organization, project, admin } = await world.aProject();
  const { id: organization_id } = organization;
  const caller = as(admin);
  const { id } = await call(serviceAccounts.calls.create, { organization_id, name: 'Import' }, caller);
  return { organization, project, admin, caller, named: { organization_id, service_account_id: id } };
}

const make = ({ named, caller }: Place, key?: Idempotency): Promise<NewApiKey> =>
  call(apiKeys.calls.create, { ...named, name: 'CI' }, caller, key);

/** Every row of every table of the service, as text. */
async function everythingKept(database: Database): Promise<string> {
  const tables = await database.manager.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  expect(tables.length).toBeGreaterThan(7);
  const rows: object[] = [];
  for (const { name } of tables) {
    rows.push(...(await database.manager.query<object[]>(`SELECT t::text FROM ${name} t`)));
  }
  const bodies: { body: Buffer }[] = await database.manager.query('SELECT body FROM idempotency_keys');
  return JSON.stringify(rows) + bodies.map(({ body }) => body.toString()).join('\n');
}

describe('a service account', () => {
  it('is created, listed, becomes a project user, and authenticates with its key', async () => {
    const place = await aPlace();
    const { named, caller, project } = place;
    const list = { organization_id: named.organization_id, limit: 10, offset: 0 };
    const listed = await call(serviceAccounts.calls.list, list, caller);
    expect(listed).toMatchObject({ count: 1, results: [{ id: named.service_account_id, name: 'Import' }] });
    const made = await make(place);
    const member = { project_id: project.id, user_id: named.service_account_id, ...VIEWER };
    await call(projectUsers.calls.add, member, caller);
    const worth = await accessOf(made.key, project.id);
    expect(worth).toMatchObject({
      project: 'member',
      caller: { kind: 'service_account', credential_id: made.id, project: { id: project.id } },
    });
    expect(await call(users.calls.me, {}, worth.caller)).toMatchObject({
      id: named.service_account_id,
      projects: [{ id: project.id }],
    });
  });

  it('is refused a name that is blank or too long, and a key that breaks a rule, by the field', async () => {
    const { named, caller } = await aPlace();
    const { organization_id } = named;
    for (const name of [' ', 'x'.repeat(256)]) {
      await expect(
        call(serviceAccounts.calls.create, { organization_id, name }, caller),
      ).rejects.toHaveProperty('data.fields.name');
    }
    for (const [field, value] of [
      ['name', 'x'.repeat(256)],
      ['expires_at', 'tomorrow'],
      ['expires_at', '2016-12-32T23:59:59Z'],
    ] as const) {
      const request = { ...named, name: '', [field]: value };
      await expect(call(apiKeys.calls.create, request, caller)).rejects.toHaveProperty(
        `data.fields.${field}`,
      );
    }
  });
});

describe('a key', () => {
  it('is refused from the answer of each change on, which is notified by then', async () => {
    const place = await aPlace();
    const { named, caller } = place;
    const account = { id: named.service_account_id };
    const made = await make(place);
    const reference = { ...named, key_id: made.id };
    const refusal = async () => (await accessOf(made.key)).refusal;
    await call(apiKeys.calls.update, { ...reference, status: 'disabled' }, caller);
    expect([service.noticesAbout(account), await refusal()]).toEqual([1, 'API key disabled.']);
    await call(apiKeys.calls.update, { ...reference, expires_at: '2020-01-01T00:00:00Z' }, caller);
    expect([service.noticesAbout(account), await refusal()]).toEqual([2, 'API key expired.']);
    await call(apiKeys.calls.update, { ...reference, expires_at: null, status: 'active' }, caller);
    expect([service.noticesAbout(account), await refusal()]).toEqual([3, undefined]);
    expect(await call(apiKeys.calls.revoke, reference, caller)).toMatchObject({ status: 'revoked' });
    expect([service.noticesAbout(account), await refusal()]).toEqual([4, 'API key revoked.']);
  });

  it('is stored nowhere, even when created under an idempotency key', async () => {
    const place = await aPlace();
    const keys = [await make(place), await make(place, aKey())];
    const list = await call(apiKeys.calls.list, { ...place.named, limit: 10, offset: 0 }, place.caller);
    const kept = await everythingKept(world.database);
    for (const { key, prefix } of keys) {
      expect(kept).toContain(prefix);
      expect(kept).not.toContain(key.slice(12, 30));
      expect(JSON.stringify(list)).not.toContain(key.slice(12, 30));
    }
  });

  it('is created once under an idempotency key, and shown in the first answer alone', async () => {
    const place = await aPlace();
    const key = aKey();
    await make(place, key);
    for (const again of [key, key]) {
      await expect(make(place, again)).rejects.toMatchObject({ data: { kind: 'conflict', message: SHOWN } });
    }
    await expect(make(place, { ...key, fingerprint: 'other' })).rejects.toMatchObject({
      data: { kind: 'payload_mismatch' },
    });
    const list = await call(apiKeys.calls.list, { ...place.named, limit: 10, offset: 0 }, place.caller);
    expect(list.count).toBe(1);
  });
});

describe('a deactivated user', () => {
  it('has no access to the organization, nor a valid key, from the answer on, until reactivated', async () => {
    const place = await aPlace();
    const { named, caller, organization } = place;
    const { user: person } = await world.aMember(place.project);
    const { secret: token } = await world.aToken(person, new Date());
    const { key } = await make(place);
    const set = (user_id: string, is_active: boolean) => {
      const request = { organization_id: organization.id, user_id, is_active };
      return call(users.calls.updateInOrganization, request, caller);
    };
    for (const id of [person.id, named.service_account_id]) {
      expect(await set(id, false)).toMatchObject({ id, is_active: false });
      expect(service.noticesAbout({ id })).toBe(1);
    }
    const projectId = place.project.id;
    expect(await accessOf(token, projectId)).toMatchObject({ project: 'foreign', caller: { project: null } });
    expect(await accessOf(key)).toMatchObject({ caller: null, refusal: 'API key disabled.' });
    for (const id of [person.id, named.service_account_id]) await set(id, true);
    expect(await accessOf(token, projectId)).toMatchObject({ project: 'member' });
    expect((await accessOf(key)).caller).toMatchObject({ user_id: named.service_account_id });
  });

  it('does not exist in another organization', async () => {
    const [mine, other] = [await aPlace(), await aPlace()];
    for (const user_id of [other.admin.id, randomUUID()]) {
      const request = { organization_id: mine.organization.id, user_id, is_active: false };
      await expect(call(users.calls.updateInOrganization, request, mine.caller)).rejects.toMatchObject({
        data: { kind: 'not_found', message: 'Not found.' },
      });
    }
  });
});
