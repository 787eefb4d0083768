import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { passwordResetRequested } from '@pks/contracts';
import { Outbox, OutboxEvent } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { withClockAhead } from '../../test/other-clock.ts';
import { TimedPasswordResets } from '../../test/timed-repositories.ts';
import { KeptNotices, NOON, TestClock, aConfig, anEmail, openWorld } from '../../test/world.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import type { User } from '../users/user.entity.ts';
import { ANSWERED_AFTER_MS, PasswordResetsController } from './password-resets.controller.ts';
import { PasswordResetsRepository } from './password-resets.repository.ts';
import { PasswordResetsService } from './password-resets.service.ts';

const MINUTE = 60_000;
const NEW = 'battery staple';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function resets(
  now = NOON,
  notices = new KeptNotices(),
  tokens = world.mailedTokens,
  times?: PasswordResetsRepository,
): PasswordResetsService {
  const clock = Object.assign(new TestClock(), { time: now });
  const { users, database } = world;
  const repository = times ?? new TimedPasswordResets(database, clock);
  const sessions = world.sessions(notices, clock);
  const proofs = world.proofs(notices);
  return new PasswordResetsService(repository, users, tokens, proofs, sessions, database, clock);
}

const later = (ms: number): Date => new Date(NOON.getTime() + ms);
const INVALID = { data: { fields: { token: ['This token is wrong, used or expired.'] } } };

/** The e-mails that were requested for an account. */
async function requestedFor(email: string): Promise<object[]> {
  const events = await world.database.manager.findBy(OutboxEvent, {
    subject: passwordResetRequested.subject,
  });
  return events.map(({ payload }) => payload).filter((payload) => Reflect.get(payload, 'email') === email);
}

async function tokenOf({ id }: User, edition = 1, now = NOON): Promise<string> {
  return (await resets(now).letter({ user_id: id, edition })).letter?.token ?? '';
}

describe('a password reset', () => {
  it('is mailed to the address of the account', async () => {
    const user = await world.aUser();
    await resets().request({ email: user.email.toUpperCase() });
    const { letter } = await resets().letter({ user_id: user.id, edition: 1 });
    expect(letter).toMatchObject({ to: user.email, token: expect.stringMatching(/^pkr_/) });
  });

  it('sets the password, proves the mailbox, and ends every token, once', async () => {
    const user = await world.anUnprovedUser(await world.anOrganization(), await hashPassword('of others'));
    await world.aToken(user);
    await resets().request({ email: user.email.toUpperCase() });
    const token = await tokenOf(user);
    expect(token).toMatch(/^pkr_/);
    const notices = new KeptNotices();
    const session = await resets(NOON, notices).confirm({ token, password: NEW });
    expect(session).toMatchObject({ token: expect.stringMatching(/^pkt_/), user: { id: user.id } });
    expect(notices.sent).toEqual([[user.id]]);
    expect(await world.users.findByEmail(user.email)).toMatchObject({ mailboxProvedAt: NOON });
    expect(
      await world.database.manager.query('SELECT 1 FROM user_tokens WHERE user_id = $1', [user.id]),
    ).toHaveLength(1);
    expect(await world.sessions().logIn({ email: user.email, password: NEW })).toBeDefined();
    await expect(resets().confirm({ token, password: NEW })).rejects.toMatchObject(INVALID);
  });

  it('is mailed once a minute, with the same token while that is valid for some time, and for no longer than an hour', async () => {
    const user = await world.aUser();
    await Promise.all([1, 2, 3].map(() => resets().request({ email: user.email })));
    await resets(later(MINUTE - 1)).request({ email: user.email });
    expect(await requestedFor(user.email)).toHaveLength(1);
    const first = await tokenOf(user);
    await resets(later(MINUTE)).request({ email: user.email });
    expect(await requestedFor(user.email)).toMatchObject([{ edition: 1 }, { edition: 1 }]);
    expect(await tokenOf(user, 1, later(60 * MINUTE - 1))).toBe(first);
    expect(await tokenOf(user, 1, later(60 * MINUTE))).toBe('');
    const confirm = () => resets(later(60 * MINUTE - 1)).confirm({ token: first, password: NEW });
    expect(await confirm()).toBeDefined();
    await expect(confirm()).rejects.toMatchObject(INVALID);
  });

  it('is mailed once a minute also where the clocks of processes differ', async () => {
    const { email } = await world.aUser();
    const repository = new PasswordResetsRepository(world.database, new Outbox(world.database));
    const service = resets(NOON, new KeptNotices(), world.mailedTokens, repository);
    for (const ahead of [6, -6, 6, -6])
      await withClockAhead(ahead * MINUTE, () => service.request({ email }));
    expect(await requestedFor(email)).toHaveLength(1);
  });

  it('has another token once the last one was used, has expired or is about to, or the e-mail of the account changed', async () => {
    const users = [
      await world.aUser(),
      await world.aUser(),
      await world.aUser(),
      await world.aUser(),
    ] as const;
    const [done, late, ending, moved] = users;
    for (const { email } of users) await resets().request({ email });
    const tokens = await Promise.all(users.map((user) => tokenOf(user)));
    await resets().confirm({ token: await tokenOf(done), password: NEW });
    await world.users.save(Object.assign(moved, { email: anEmail() }));
    await resets(later(MINUTE)).request({ email: done.email });
    await resets(later(60 * MINUTE)).request({ email: late.email });
    await resets(later(45 * MINUTE)).request({ email: ending.email });
    await resets(later(MINUTE)).request({ email: moved.email });
    const next = later(60 * MINUTE);
    for (const token of tokens) {
      await expect(resets(next).confirm({ token, password: NEW })).rejects.toMatchObject(INVALID);
    }
    for (const user of users) {
      const token = await tokenOf(user, 2, next);
      expect(await resets(next).confirm({ token, password: NEW })).toBeDefined();
    }
  });

  it('is mailed with a token that is valid also after CALLER_SECRET was changed', async () => {
    const user = await world.aUser();
    const others = new MailedTokens(aConfig({ CALLER_SECRET: `${TEST_SECRET}!` }));
    await resets(NOON, new KeptNotices(), others).request({ email: user.email });
    await resets(later(MINUTE)).request({ email: user.email });
    const token = await tokenOf(user);
    expect(await resets().confirm({ token, password: NEW })).toBeDefined();
  });

  it('expires after an hour', async () => {
    const user = await world.aUser();
    await resets().request({ email: user.email });
    const token = await tokenOf(user);
    expect(await tokenOf(user, 1, later(60 * MINUTE))).toBe('');
    const late = resets(later(60 * MINUTE)).confirm({ token, password: NEW });
    await expect(late).rejects.toMatchObject(INVALID);
    expect(await resets(later(60 * MINUTE - 1)).confirm({ token, password: NEW })).toBeDefined();
  });

  it('succeeds once when confirmed several times concurrently, and not for a common password', async () => {
    const user = await world.aUser();
    await resets().request({ email: user.email });
    const token = await tokenOf(user);
    await expect(resets().confirm({ token, password: 'password123' })).rejects.toHaveProperty(
      'data.fields.password',
    );
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => resets().confirm({ token, password: NEW })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not mailed to nobody, a deactivated account or a service account, which shows nowhere', async () => {
    const gone = await world.aUser();
    await world.deactivate(gone);
    const { email: account } = await world.aServiceAccount(await world.anOrganization());
    for (const email of [anEmail(), gone.email, account]) {
      await resets().request({ email });
      expect(await requestedFor(email)).toEqual([]);
    }
  });

  it('is void once the password was set in another way', async () => {
    const user = await world.aUser();
    await resets().request({ email: user.email });
    const token = await tokenOf(user);
    await world.database.transaction(() => world.tokens.revokeOthers(user.id, null));
    await expect(resets().confirm({ token, password: NEW })).rejects.toMatchObject(INVALID);
  });

  it('is void once the e-mail of the account changed, or the account is deactivated', async () => {
    const [moved, gone] = [await world.aUser(), await world.aUser()];
    for (const user of [moved, gone]) await resets().request({ email: user.email });
    const tokens = [await tokenOf(moved), await tokenOf(gone)];
    await world.users.save(Object.assign(moved, { email: anEmail() }));
    await world.deactivate(gone);
    for (const token of tokens) {
      await expect(resets().confirm({ token, password: NEW })).rejects.toMatchObject(INVALID);
    }
    expect([await tokenOf(moved), await tokenOf(gone)]).toEqual(['', '']);
  });
});

describe('the answer to a request for a password reset', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('comes no sooner than after a while, whether or not there is an account', async () => {
    const { email } = await world.aUser();
    const controller = new PasswordResetsController(resets());
    jest.useFakeTimers({
      doNotFake: ['clearTimeout', 'Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
    });
    let answers = 0;
    const asked = [email, anEmail()].map((one) =>
      controller.request({ email: one }).then(() => (answers += 1)),
    );
    await Promise.all([resets().request({ email }), resets().request({ email: anEmail() })]);
    expect(await requestedFor(email)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(ANSWERED_AFTER_MS - 1);
    expect(answers).toBe(0);
    jest.advanceTimersByTime(1);
    await Promise.all(asked);
    expect(answers).toBe(2);
  });
});
