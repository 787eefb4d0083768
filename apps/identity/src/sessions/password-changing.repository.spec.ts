import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { as } from '../../test/running-identity.ts';
import { TimedLoginFailures } from '../../test/timed-repositories.ts';
import { KeptNotices, TestClock, anEmail, openWorld } from '../../test/world.ts';
import type { User } from '../users/user.entity.ts';
import { LoginProtection } from './login-protection.ts';
import { PasswordChanging } from './password-changing.ts';
import { PasswordLogin } from './password-login.ts';
import { PasswordResetting } from '../password-resets/password-resetting.ts';
import { hashPassword } from './passwords.ts';
import { UserToken } from './user-token.entity.ts';

const OLD = 'correct horse';
const NEW = 'battery staple';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function changing(notices = new KeptNotices()): PasswordChanging {
  const { users, tokens, database } = world;
  const protection = new LoginProtection(new TimedLoginFailures(database, new TestClock()), database);
  return new PasswordChanging(new PasswordLogin(users, protection), users, tokens, notices, database);
}

function resetting(): PasswordResetting {
  return new PasswordResetting(world.users, world.proofs(), world.database, new TestClock());
}

async function aUserWithTokens(): Promise<{ user: User; caller: Caller; other: UserToken }> {
  const user = await world.aUser(undefined, await hashPassword(OLD));
  const [own, other] = [await world.aToken(user), await world.aToken(user)];
  return { user, caller: { ...as(user), credential_id: own.token.id }, other: other.token };
}

const exists = async (id: string) => (await world.database.manager.findOneBy(UserToken, { id })) !== null;
const logIn = ({ email }: User, password: string) => world.sessions().logIn({ email, password });

describe('changing the password', () => {
  it('takes effect at once, keeps the token of the request, and ends every other', async () => {
    const { user, caller, other } = await aUserWithTokens();
    const notices = new KeptNotices();
    const request = { password: NEW, current_password: OLD };
    await changing(notices).authorize(request, caller);
    await changing(notices).change(request, caller);
    expect([await exists(caller.credential_id), await exists(other.id)]).toEqual([true, false]);
    expect(notices.sent).toEqual([[user.id]]);
    await expect(logIn(user, OLD)).rejects.toMatchObject({ data: { kind: 'invalid' } });
    expect(await logIn(user, NEW)).toMatchObject({ user: { id: user.id } });
  });

  it('is refused a wrong current password, keyed to it, and slowed down like a login', async () => {
    const { caller } = await aUserWithTokens();
    const guess = () => changing().authorize({ password: NEW, current_password: 'a guess' }, caller);
    for (let n = 0; n < 5; n += 1) {
      await expect(guess()).rejects.toHaveProperty('data.fields.current_password');
    }
    await expect(guess()).rejects.toMatchObject({ data: { kind: 'throttled' } });
  });

  it('is refused a wrong current password also when the new one is set already', async () => {
    const { caller } = await aUserWithTokens();
    await expect(
      changing().authorize({ password: OLD, current_password: 'a guess' }, caller),
    ).rejects.toThrow('This is not the current password.');
    await changing().authorize({ password: OLD, current_password: OLD }, caller);
  });

  it('is refused once another request has changed or reset the password that was checked', async () => {
    const { user, caller, other } = await aUserWithTokens();
    const request = { password: NEW, current_password: OLD };
    const callers = [caller, { ...caller, credential_id: other.id }];
    for (const one of callers) await changing().authorize(request, one);
    await changing().change(request, caller);
    const late = changing().change(
      { ...request, password: 'the late one' },
      { ...caller, credential_id: other.id },
    );
    await expect(late).rejects.toThrow('This is not the current password.');
    await changing().authorize({ password: OLD, current_password: NEW }, caller);
    await resetting().reset({ email: user.email, password: 'what the owner chose' });
    const thiefs = changing().change({ password: OLD, current_password: NEW }, caller);
    await expect(thiefs).rejects.toThrow('This is not the current password.');
    expect(await logIn(user, 'what the owner chose')).toMatchObject({ user: { id: user.id } });
  });

  it('is refused a common password, keyed to it', async () => {
    const { caller } = await aUserWithTokens();
    const request = { password: 'Password123', current_password: OLD };
    await expect(changing().change(request, caller)).rejects.toMatchObject({
      data: { fields: { password: ['This password is too common.'] } },
    });
  });
});

describe('resetting the password by the installation', () => {
  it('sets it, proves the mailbox, and ends every token', async () => {
    const user = await world.anUnprovedUser(await world.anOrganization(), await hashPassword(OLD));
    const { token } = await world.aToken(user);
    await resetting().reset({ email: user.email, password: NEW });
    expect(await exists(token.id)).toBe(false);
    expect((await world.users.findByEmail(user.email))?.mailboxProvedAt).not.toBeNull();
    expect(await logIn(user, NEW)).toMatchObject({ user: { id: user.id } });
  });

  it('is refused for nobody and for a service account', async () => {
    const { email } = await world.aServiceAccount(await world.anOrganization());
    for (const one of [anEmail(), email]) {
      const reset = resetting().reset({ email: one, password: NEW });
      await expect(reset).rejects.toMatchObject({ data: { message: `No user has the e-mail ${one}.` } });
    }
  });
});
