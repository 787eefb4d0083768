import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiKeyReference, type UpdateApiKey, hashOfSecret, isWellFormedSecret } from '@pks/contracts';
import { beside } from '@pks/testing';
import { KeptNotices, NOON, TestClock, openWorld } from '../../test/world.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { User } from '../users/user.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import { ApiKeysService } from './api-keys.service.ts';

const NOT_FOUND = { data: { kind: 'not_found', message: 'Not found.' } };
const PAGE = { limit: 100, offset: 0 };
const LATER = '2026-11-22T12:00:00.000Z';
const EARLIER = '2026-11-20T12:00:00.000Z';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function service(notices = new KeptNotices(), now = NOON): ApiKeysService {
  const { accounts, keys, database } = world;
  const clock = Object.assign(new TestClock(), { time: now });
  return new ApiKeysService(accounts, keys, notices, database, clock);
}

interface Holder {
  readonly organization: Organization;
  readonly account: User;
  readonly named: { readonly organization_id: string; readonly service_account_id: string };
}

async function aHolder(): Promise<Holder> {
  const organization = await world.anOrganization();
  const account = await world.aServiceAccount(organization);
  return {
    organization,
    account,
    named: { organization_id: organization.id, service_account_id: account.id },
  };
}

async function aReference(): Promise<ApiKeyReference & { user_id: string }> {
  const { named, account } = await aHolder();
  const { key } = await world.aKey(account);
  return { ...named, key_id: key.id, user_id: account.id };
}

/** Only the reference, without the test’s own `user_id`. */
const of = ({ organization_id, service_account_id, key_id }: ApiKeyReference): ApiKeyReference => ({
  organization_id,
  service_account_id,
  key_id,
});

describe('a service account with a hundred keys', () => {
  const sentence = 'A service account can have 100 keys that are neither revoked nor expired.';
  const refusal = { data: { kind: 'invalid', message: sentence } };
  const addKeys = ({ id }: User, count: number) =>
    world.database.manager.query(
      `INSERT INTO api_keys (id, user_id, name, prefix, secret_hash, status, created_at)
       SELECT gen_random_uuid(), $1, 'Key', 'pks_', gen_random_uuid()::text, 'active', $2 FROM generate_series(1, $3)`,
      [id, NOON, count],
    );

  it('gets another once one is revoked or has expired', async () => {
    const { named, account } = await aHolder();
    const { key } = await world.aKey(account);
    await world.aKey(account, new Date(LATER));
    await addKeys(account, 98);
    const create = (now = NOON) => service(new KeptNotices(), now).create({ ...named, name: 'CI' });
    await expect(create()).rejects.toMatchObject(refusal);
    await service().revoke({ ...named, key_id: key.id });
    expect(await create()).toMatchObject({ name: 'CI' });
    await expect(create()).rejects.toMatchObject(refusal);
    expect(await create(new Date(LATER))).toMatchObject({ name: 'CI' });
    await expect(create(new Date(LATER))).rejects.toMatchObject(refusal);
  });

  it('gets back none that has expired, but changes it otherwise', async () => {
    const { named, account } = await aHolder();
    const { key } = await world.aKey(account, new Date(EARLIER));
    await addKeys(account, 99);
    const extend = (expires_at: string | null) =>
      service().update({ ...named, key_id: key.id, name: 'Extended', expires_at });
    expect(await extend(LATER)).toMatchObject({ status: 'active' });
    expect(await extend(EARLIER)).toMatchObject({ status: 'expired' });
    await addKeys(account, 1);
    for (const expires_at of [LATER, null]) await expect(extend(expires_at)).rejects.toMatchObject(refusal);
    expect(await service().update({ ...named, key_id: key.id, name: 'Old' })).toMatchObject({ name: 'Old' });
  });
});

describe('creating a key', () => {
  it('shows it once, and stores its prefix and its hash', async () => {
    const { named } = await aHolder();
    const made = await service().create({ ...named, name: 'CI', expires_at: LATER });
    expect(made).toEqual({
      id: expect.any(String),
      name: 'CI',
      prefix: made.key.slice(0, 12),
      key: expect.stringMatching(/^pks_[0-9A-Za-z]{36}$/),
      status: 'active',
      expires_at: LATER,
      last_used_at: null,
      created_at: NOON.toISOString(),
    });
    expect(isWellFormedSecret(made.key)).toBe(true);
    const row = await world.database.manager.findOneByOrFail(ApiKey, { id: made.id });
    expect(row.secretHash).toBe(hashOfSecret(made.key));
    expect(JSON.stringify(row)).not.toContain(made.key.slice(12));
  });

  it('needs neither a name nor an expiry, which may already have passed', async () => {
    const { named } = await aHolder();
    const endless = await service().create({ ...named, name: '' });
    expect(endless).toMatchObject({ name: '', expires_at: null, status: 'active' });
    expect(await service().create({ ...named, name: '', expires_at: null })).toMatchObject({
      expires_at: null,
    });
    const past = await service().create({ ...named, name: '', expires_at: EARLIER });
    expect(past).toMatchObject({ expires_at: EARLIER, status: 'expired' });
  });

  it.each([
    ['2027-11-21T10:00:00+01', '2027-11-21T09:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
  ])('has the expiry %s in UTC, as any other time of a request', async (expires_at, inUtc) => {
    const { named } = await aHolder();
    const made = await service().create({ ...named, name: '', expires_at });
    expect(made).toMatchObject({ expires_at: inUtc });
  });
});

describe('keys that have been over for more than 90 days', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const before = (days: number) => new Date(NOON.getTime() - days * DAY_MS);

  /** Adds keys that were created this many days ago. */
  const addKeys = ({ id }: User, name: string, days: number, over: Partial<ApiKey>, count = 1) =>
    world.database.manager.query<[{ id: string }]>(
      `INSERT INTO api_keys (id, user_id, name, prefix, secret_hash, status, created_at, revoked_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, 'pks_', gen_random_uuid()::text, 'active', $3, $4, $5 FROM generate_series(1, $6)
       RETURNING id`,
      [id, name, before(days), over.revokedAt, over.expiresAt, count],
    );

  it('are deleted when another one is created, but for the newest 1,000 of their account', async () => {
    const { named, account } = await aHolder();
    const other = await aHolder();
    for (const { account: owner } of [{ account }, other]) {
      await addKeys(owner, 'valid', 200, {});
      await addKeys(owner, 'revoked', 200, { revokedAt: before(91) });
      await addKeys(owner, 'expired', 200, { expiresAt: before(91) });
      await addKeys(owner, 'revoked lately', 200, { revokedAt: before(89) });
      await addKeys(owner, 'many', 100, { revokedAt: before(99) }, 998);
    }
    const list = async (holder: Holder['named']) =>
      (await service().list({ ...holder, limit: 1000, offset: 998 })).results.map(({ name }) => name).sort();
    const create = () => service().create({ ...named, name: 'CI' });
    await create();
    expect(await list(named)).toEqual(['expired', 'many', 'revoked', 'revoked lately', 'valid']);
    await create();
    expect(await list(named)).toEqual(['many', 'many', 'revoked lately', 'valid']);
    await create();
    expect(await list(named)).toEqual(['many', 'many', 'many', 'revoked lately', 'valid']);
    expect(await list(other.named)).toEqual(['expired', 'revoked', 'revoked lately', 'valid']);
  });

  it('are no deadlock, and stay, when one becomes valid while another one is created', async () => {
    const { named, account } = await aHolder();
    const [{ id: key_id }] = await addKeys(account, 'expired', 200, { expiresAt: before(91) });
    await addKeys(account, 'many', 100, { revokedAt: before(99) }, 1_000);
    const created = await beside(
      world.database,
      () => world.keys.lock(account.id, key_id),
      () => service().create({ ...named, name: 'CI' }),
      () => service().update({ ...named, key_id, expires_at: LATER }),
    );
    expect(created.status).toBe('fulfilled');
    expect(await world.database.find(ApiKey, { id: key_id })).toMatchObject({ expiresAt: new Date(LATER) });
  });
});

describe('the keys of a service account', () => {
  it('are listed newest first with their current status, without their secrets', async () => {
    const { named, account } = await aHolder();
    const at = (n: number) => new Date(NOON.getTime() + n);
    await world.aKey((await aHolder()).account);
    const { key: first, secret } = await world.aKey(account, null, at(1));
    await world.aKey(account, at(10), at(2));
    const { key: disabled } = await world.aKey(account, at(10), at(3));
    const { key: revoked } = await world.aKey(account, at(10), at(4));
    await service().update({ ...named, key_id: disabled.id, status: 'disabled' });
    await service().revoke({ ...named, key_id: revoked.id });
    const list = (now: Date) => service(undefined, now).list({ ...named, ...PAGE });
    const statuses = async (now: Date) => (await list(now)).results.map(({ status }) => status);
    expect(await statuses(at(9))).toEqual(['revoked', 'disabled', 'active', 'active']);
    expect(await statuses(at(10))).toEqual(['revoked', 'expired', 'expired', 'active']);
    const { count, results } = await list(NOON);
    expect(count).toBe(4);
    expect(results[3]).toEqual(first.view(NOON));
    expect(JSON.stringify(results)).not.toContain(secret.slice(12));
    expect(await service().list({ ...named, limit: 1, offset: 1 })).toMatchObject({
      count: 4,
      results: [{ id: disabled.id }],
    });
  });
});

describe('changing a key', () => {
  it('changes the given fields, keeps the rest, and publishes the change', async () => {
    const reference = await aReference();
    const notices = new KeptNotices();
    const update = (change: Omit<UpdateApiKey, keyof ApiKeyReference>) =>
      service(notices).update({ ...of(reference), ...change });
    expect(await update({ name: 'New' })).toMatchObject({ name: 'New', status: 'active' });
    expect(await update({ status: 'disabled' })).toMatchObject({ name: 'New', status: 'disabled' });
    expect(await update({ expires_at: LATER })).toMatchObject({ expires_at: LATER, status: 'disabled' });
    expect(await update({ status: 'active' })).toMatchObject({ expires_at: LATER, status: 'active' });
    expect(await update({ expires_at: EARLIER })).toMatchObject({ status: 'expired' });
    expect(await update({ expires_at: null })).toMatchObject({ expires_at: null, status: 'active' });
    expect(notices.sent).toEqual(Array.from({ length: 6 }, () => [reference.user_id]));
  });

  it('changes and publishes nothing when no field is given', async () => {
    const reference = await aReference();
    const notices = new KeptNotices();
    expect(await service(notices).update(of(reference))).toMatchObject({ name: 'Key', status: 'active' });
    expect(notices.sent).toEqual([]);
  });

  it('ends it immediately when its expiry is now', async () => {
    const reference = await aReference();
    const ended = await service().update({ ...of(reference), expires_at: NOON.toISOString() });
    expect(ended.status).toBe('expired');
  });
});

describe('revoking a key', () => {
  it('is permanent, published once, and idempotent', async () => {
    const reference = await aReference();
    const notices = new KeptNotices();
    const revoked = await service(notices).revoke(of(reference));
    expect(revoked.status).toBe('revoked');
    expect(await service(notices, new Date(LATER)).revoke(of(reference))).toEqual(revoked);
    expect(notices.sent).toEqual([[reference.user_id]]);
  });

  it('makes any further change fail', async () => {
    const reference = await aReference();
    await service().revoke(of(reference));
    const notices = new KeptNotices();
    for (const change of [{ name: 'New' }, { status: 'active' as const }, { expires_at: null }]) {
      await expect(service(notices).update({ ...of(reference), ...change })).rejects.toMatchObject({
        data: { kind: 'invalid', message: 'A revoked API key cannot be changed.' },
      });
    }
    expect(await service(notices).update(of(reference))).toMatchObject({ status: 'revoked', name: 'Key' });
    expect(notices.sent).toEqual([]);
  });

  it('is not undone by a concurrent change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const reference = await aReference();
      await Promise.allSettled([
        service().update({ ...of(reference), status: 'active', expires_at: null }),
        service().revoke(of(reference)),
        service().update({ ...of(reference), status: 'disabled' }),
      ]);
      expect(await service().update(of(reference))).toMatchObject({ status: 'revoked' });
    }
  });
});

describe('a key or account that is not a service account’s of the organization', () => {
  it('is not found: a foreign account, a person, a key of another account, or an unknown id', async () => {
    const [mine, other] = [await aHolder(), await aHolder()];
    const { key } = await world.aKey(mine.account);
    const { key: foreign } = await world.aKey(other.account);
    const person = await world.anOrganizationUser(mine.organization);
    const second = await world.aServiceAccount(mine.organization);
    const references = [
      { ...other.named, key_id: key.id },
      { ...mine.named, key_id: foreign.id },
      { ...mine.named, organization_id: other.organization.id, key_id: key.id },
      { ...mine.named, service_account_id: second.id, key_id: key.id },
      { ...mine.named, service_account_id: person.id, key_id: key.id },
      { ...mine.named, service_account_id: randomUUID(), key_id: key.id },
      { ...mine.named, key_id: randomUUID() },
    ];
    for (const reference of references) {
      await expect(service().update(reference)).rejects.toMatchObject(NOT_FOUND);
      await expect(service().revoke(reference)).rejects.toMatchObject(NOT_FOUND);
    }
    for (const service_account_id of [other.account.id, person.id, randomUUID()]) {
      const named = { ...mine.named, service_account_id };
      await expect(service().list({ ...named, ...PAGE })).rejects.toMatchObject(NOT_FOUND);
      await expect(service().create({ ...named, name: '' })).rejects.toMatchObject(NOT_FOUND);
    }
  });
});
