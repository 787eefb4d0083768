import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fault, isCallersFault } from '@pks/platform';
import { beside } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { KeptNotices, NOON, TestClock, anEmail, openWorld } from '../../test/world.ts';
import { PastToken } from './past-token.entity.ts';
import { hashPassword } from './passwords.ts';
import type { SessionsService } from './sessions.service.ts';
import { UserToken } from './user-token.entity.ts';

const REFUSED = 'Unable to log in with provided credentials.';

let world: Awaited<ReturnType<typeof openWorld>>;
let kept: string;
beforeAll(async () => {
  world = await openWorld();
  kept = await hashPassword('correct horse');
});
afterAll(() => world.close());

function sessions(notices = new KeptNotices()): SessionsService {
  return world.sessions(notices);
}

const tokensOf = (userId: string) => world.database.manager.findBy(UserToken, { userId });

describe('logging in', () => {
  it('issues a token for 90 days for the right password, however the e-mail is written', async () => {
    const user = await world.aUser(`Ana.${anEmail()}`, kept);
    const session = await sessions().logIn({ email: user.email.toUpperCase(), password: 'correct horse' });
    expect(session).toEqual({
      token: expect.stringMatching(/^pkt_/),
      expires_at: '2027-02-19T12:00:00.000Z',
      user: { id: user.id, email: user.email },
    });
  });

  it('stores nothing from which the token can be derived', async () => {
    const user = await world.aUser(undefined, kept);
    const { token } = await sessions().logIn({ email: user.email, password: 'correct horse' });
    const rows = await world.database.manager.query<object[]>('SELECT * FROM user_tokens');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 34));
  });

  it('is refused with the same message whatever is wrong', async () => {
    const user = await world.aUser(undefined, kept);
    const withoutPassword = await world.aUser();
    const gone = await world.aUser(undefined, kept);
    await world.deactivate(gone);
    const attempts = [
      { email: user.email, password: 'wrong' },
      { email: withoutPassword.email, password: 'correct horse' },
      { email: gone.email, password: 'correct horse' },
      { email: anEmail(), password: 'correct horse' },
    ];
    for (const attempt of attempts) {
      const refusal: unknown = await sessions()
        .logIn(attempt)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ data: { kind: 'invalid', message: REFUSED } });
      expect(refusal).not.toHaveProperty('data.fields');
    }
    expect(await tokensOf(gone.id)).toEqual([]);
  });

  it.each(['password', 'activity'])('is refused when the %s of the user changes meanwhile', async (what) => {
    const user = await world.aUser(undefined, kept);
    const change = async (): Promise<void> => {
      if (what === 'activity') return world.deactivate(user);
      const passwordHash = await hashPassword('battery staple');
      await world.database.transaction(() => world.proofs().prove(user, passwordHash, NOON));
    };
    const late = world
      .sessions(new KeptNotices(), new TestClock(), change)
      .logIn({ email: user.email, password: 'correct horse' });
    await expect(late).rejects.toMatchObject({ data: { kind: 'invalid', message: REFUSED } });
    expect(await tokensOf(user.id)).toEqual([]);
  });

  it('deletes expired tokens of the user, and no others', async () => {
    const user = await world.aUser(undefined, kept);
    const { token: ended } = await world.aToken(user, new Date('2026-08-01T00:00:00Z'));
    const { token: valid } = await world.aToken(user, new Date('2026-09-01T00:00:00Z'));
    await sessions().logIn({ email: user.email, password: 'correct horse' });
    const ids = (await tokensOf(user.id)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).toContain(valid.id);
    expect(ids).not.toContain(ended.id);
  });
});

describe('a user with a hundred tokens', () => {
  const later = (ms: number): Date => new Date(NOON.getTime() + ms);

  it('loses the one unused for longest by another login', async () => {
    const user = await world.aUser(undefined, kept);
    const other = await world.aToken(await world.aUser(), new Date(0));
    const unused = [];
    for (let n = 0; n < 101; n += 1) unused.push((await world.aToken(user, later(-n))).token.id);
    expect(await tokensOf(user.id)).toHaveLength(100);
    await sessions().logIn({ email: user.email, password: 'correct horse' });
    const ids = (await tokensOf(user.id)).map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(expect.arrayContaining(unused.slice(0, 98)));
    expect(ids).not.toContain(unused[99]);
    expect(await tokensOf(other.token.userId)).toHaveLength(1);
  });

  it('has no more after many concurrent logins', async () => {
    const user = await world.aUser();
    for (let n = 0; n < 95; n += 1) await world.aToken(user);
    await Promise.all(Array.from({ length: 20 }, () => world.aToken(user)));
    expect(await tokensOf(user.id)).toHaveLength(100);
  });
});

describe('a user with a hundred tokens that have ended', () => {
  const pastOf = (userId: string) => world.database.manager.findBy(PastToken, { userId });

  it('has the newest ones, however many more end', async () => {
    const user = await world.aUser();
    const add = async (count: number) => {
      const added: UserToken[] = [];
      for (let n = 0; n < count; n += 1) added.push((await world.aToken(user)).token);
      return added;
    };
    await add(100);
    await world.tokens.revokeOthers(user.id, null);
    const later = await add(100);
    const { token: last } = await world.aToken(user, new Date(NOON.getTime() + 1));
    await world.tokens.revokeOthers(user.id, last.id);
    expect(await pastOf(user.id)).toHaveLength(100);
    await world.tokens.revoke(last.id, user.id);
    const past = (await pastOf(user.id)).map(({ secretHash }) => secretHash);
    expect(past).toHaveLength(100);
    expect(past).toContain(last.secretHash);
    expect(later.filter(({ secretHash }) => past.includes(secretHash))).toHaveLength(99);
  });
});

describe('logging out', () => {
  it('revokes the token that was used, leaves the others, and notifies', async () => {
    const user = await world.aUser();
    const { token } = await world.aToken(user);
    const { token: other } = await world.aToken(user, NOON);
    const notices = new KeptNotices();
    const caller = { user_id: user.id, email: user.email, kind: 'user' as const };
    await sessions(notices).logOut({ ...caller, credential_id: token.id, project: null, organization: null });
    expect((await tokensOf(user.id)).map(({ id }) => id)).toEqual([other.id]);
    expect(notices.sent).toEqual([[user.id]]);
  });

  it('is refused as without a credential once another logout has ended the token', async () => {
    const user = await world.aUser();
    const { token } = await world.aToken(user);
    const caller = { ...as(user), credential_id: token.id };
    const outcomes = await Promise.allSettled([1, 2].map(() => sessions().logOut(caller)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { data: { kind: 'unauthenticated' } } },
    ]);
  });
});

describe('a token that ends while the password of its user changes', () => {
  it('is no deadlock: neither waits for what the other one has', async () => {
    const user = await world.aUser();
    const [{ token }, { token: other }] = [await world.aToken(user), await world.aToken(user)];
    const ended = await beside(
      world.database,
      async () => void (await world.users.lock(user.id)),
      () => world.tokens.revoke(token.id, user.id),
      () => world.tokens.revokeOthers(user.id, other.id),
    );
    expect(ended.status).toBe('fulfilled');
    expect((await tokensOf(user.id)).map(({ id }) => id)).toEqual([other.id]);
  });
});

describe('an unavailable database', () => {
  it('is not reported as wrong credentials', async () => {
    const away = await openWorld();
    const service = away.sessions();
    await away.close();
    const failure: unknown = await service
      .logIn({ email: anEmail(), password: 'x' })
      .catch((error: unknown) => error);
    expect(failure instanceof Fault && isCallersFault(failure.data.kind)).toBe(false);
    expect(failure).toMatchObject({ data: { kind: 'unavailable' } });
  });
});
