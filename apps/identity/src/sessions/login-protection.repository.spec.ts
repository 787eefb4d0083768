import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fault, Throttled } from '@pks/platform';
import { eventually } from '@pks/testing';
import { withClockAhead } from '../../test/other-clock.ts';
import { TimedLoginFailures } from '../../test/timed-repositories.ts';
import { TestClock, anEmail, openWorld } from '../../test/world.ts';
import { LoginFailures } from './login-failures.entity.ts';
import { LoginFailuresRepository } from './login-failures.repository.ts';
import { LoginProtection } from './login-protection.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let world: Awaited<ReturnType<typeof openWorld>>;
let clock: TestClock;
beforeAll(async () => {
  world = await openWorld();
  clock = new TestClock();
});
afterAll(() => world.close());

const protection = (failures: LoginFailuresRepository = new TimedLoginFailures(world.database, clock)) =>
  new LoginProtection(failures, world.database);
const pass = (ms: number) => (clock.time = new Date(clock.time.getTime() + ms));
const throttled = (seconds: number) => ({
  data: {
    kind: 'throttled',
    message: `Request was throttled. Expected available in ${seconds} seconds.`,
    retryAfter: seconds,
  },
});

/** Tries a password and returns the outcome: success, refusal, or the seconds to wait. */
async function attempt(email: string, good: boolean, address?: string): Promise<'in' | 'refused' | number> {
  try {
    const found = await protection().guard({ email, address }, async () => (good ? 'in' : undefined));
    return found === undefined ? 'refused' : 'in';
  } catch (error) {
    if (error instanceof Fault && error.data.retryAfter !== undefined) return error.data.retryAfter;
    throw error;
  }
}

async function attempts(count: number, email: string, address?: string): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await attempt(email, false, address));
  return outcomes;
}

const REFUSALS = ['refused', 'refused', 'refused', 'refused', 'refused'];

describe('guessing a password', () => {
  it('is delayed after five failures, longer each time, and an early attempt is not evaluated', async () => {
    const email = anEmail();
    expect(await attempts(7, email)).toEqual([...REFUSALS, 2, 2]);
    expect(await attempt(email, true)).toBe(2);
    for (const delay of [4, 8, 16, 32]) {
      pass((delay / 2) * SECOND);
      expect(await attempts(2, email)).toEqual(['refused', delay]);
    }
  });

  it('counts against the same account however the e-mail is written', async () => {
    const email = anEmail();
    await attempts(3, email.toUpperCase());
    expect(await attempts(3, email)).toEqual(['refused', 'refused', 2]);
  });

  it('does not affect other accounts', async () => {
    await attempts(6, anEmail());
    expect(await attempt(anEmail(), true)).toBe('in');
  });

  it('ends with a success, after which five failures again cause no delay', async () => {
    const email = anEmail();
    await attempts(6, email);
    pass(2 * SECOND);
    expect(await attempt(email, true)).toBe('in');
    expect(await attempts(6, email)).toEqual([...REFUSALS, 2]);
  });

  it('allows at most five guesses without delay when all are made concurrently', async () => {
    const email = anEmail();
    let evaluated = 0;
    const { promise: wrong, resolve: answer } = Promise.withResolvers<undefined>();
    const guess = () =>
      protection().guard({ email, address: undefined }, () => {
        evaluated += 1;
        return wrong;
      });
    let ended = 0;
    const guesses = Array.from({ length: 16 }, () => guess().finally(() => (ended += 1)));
    await eventually('five are evaluated, and the others refused', () => evaluated === 5 && ended === 11);
    answer(undefined);
    const outcomes = await Promise.allSettled(guesses);
    expect(evaluated).toBe(5);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(11);
    for (const one of refused) expect(one).toMatchObject({ reason: throttled(1) });
  });

  it('of many valid concurrent logins of one account, lets five in, and some of the others later', async () => {
    const email = anEmail();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => attempt(email, true, '203.0.113.99')),
    );
    expect(outcomes.filter((outcome) => outcome === 'in').length).toBeGreaterThanOrEqual(5);
    expect(outcomes.filter((outcome) => outcome !== 'in' && outcome !== 1)).toEqual([]);
    expect(await attempt(email, true, '203.0.113.99')).toBe('in');
  });
});

describe('guessing from other addresses', () => {
  it('locks nobody out: five failures elsewhere delay nothing here', async () => {
    const [email, here] = [anEmail(), randomUUID()];
    expect(await attempts(6, email, randomUUID())).toEqual([...REFUSALS, 2]);
    expect(await attempt(email, false, here)).toBe('refused');
    expect(await attempt(email, true, here)).toBe('in');
  });

  it('is delayed after fifty failures of the account, wherever they came from', async () => {
    const email = anEmail();
    for (let n = 0; n < 50; n += 1) expect(await attempt(email, false, randomUUID())).toBe('refused');
    expect(await attempt(email, true, randomUUID())).toBe(2);
    pass(2 * SECOND);
    expect(await attempt(email, true, randomUUID())).toBe('in');
  });

  it('does not delay other accounts from the same address', async () => {
    const address = randomUUID();
    await attempts(6, anEmail(), address);
    expect(await attempt(anEmail(), true, address)).toBe('in');
  });

  it('does not deadlock when both are tried in either order concurrently', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const mixed = Array.from({ length: 16 }, (_none, n) =>
      n % 2 === 0 ? attempt(one, true, other) : attempt(other, true, one),
    );
    const outcomes = await Promise.all(mixed);
    expect(outcomes.filter((outcome) => outcome !== 'in' && outcome !== 1)).toEqual([]);
    expect(outcomes).toContain('in');
  });
});

describe('processes whose clocks differ', () => {
  it('delay what they failed together, by the time of PostgreSQL', async () => {
    const [email, address] = [anEmail(), randomUUID()];
    const now = new Date();
    const row = { failures: 13, pending: 0, forgottenFrom: now, pendingUntil: now, touchedAt: now };
    const blocked = { blockedUntil: new Date(now.getTime() + 5 * MINUTE) };
    const { key: subject } = LoginFailures.ofPair(email, address);
    await world.database.manager.insert(LoginFailures, { subject, ...row, ...blocked });
    const guesses: string[] = [];
    const real = protection(new LoginFailuresRepository(world.database));
    for (const ahead of [6, -6, 6, -6]) {
      const guess = () => real.guard({ email, address }, async () => void guesses.push(email));
      await withClockAhead(ahead * MINUTE, () => expect(guess()).rejects.toThrow(Throttled));
    }
    expect(guesses).toEqual([]);
    expect(await world.database.manager.findOneByOrFail(LoginFailures, { subject })).toMatchObject(row);
  });

  it('begin at the time of PostgreSQL', async () => {
    const email = anEmail();
    const real = protection(new LoginFailuresRepository(world.database));
    const before = Date.now();
    await withClockAhead(6 * MINUTE, () => real.guard({ email, address: undefined }, async () => undefined));
    const { key: subject } = LoginFailures.ofAccount(email);
    const { touchedAt, ...row } = await world.database.manager.findOneByOrFail(LoginFailures, { subject });
    expect(row).toMatchObject({ failures: 1, pending: 0, forgottenFrom: touchedAt });
    expect(touchedAt.getTime()).toBeLessThan(before + 5 * MINUTE);
  });
});

describe('the record of failures', () => {
  it('names no one, and is deleted once it has no effect', async () => {
    const [email, address] = [anEmail(), `192.0.2.${Math.floor(Math.random() * 200)}`];
    await attempt(email, false, address);
    const kept = await world.database.manager.query<object[]>('SELECT * FROM login_failures');
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${email}|${address}`));
    pass(300 * MINUTE);
    await attempt(anEmail(), false);
    const { key: subject } = LoginFailures.ofAccount(email);
    expect(await world.database.manager.findOneBy(LoginFailures, { subject })).toBeNull();
  });

  it('is unchanged when the attempt could not be evaluated', async () => {
    const email = anEmail();
    const broken = protection().guard({ email, address: undefined }, () => Promise.reject(new Error('away')));
    await expect(broken).rejects.toThrow('away');
    const { key: subject } = LoginFailures.ofAccount(email);
    const row = await world.database.manager.findOneByOrFail(LoginFailures, { subject });
    expect(row).toMatchObject({ failures: 0, pending: 0 });
  });
});

describe('logging in', () => {
  it('gives the same answer whether or not the account exists', async () => {
    const known = await world.aUser();
    const answers = async (email: string) => {
      const outcomes: unknown[] = [];
      for (let n = 0; n < 7; n += 1) {
        const refusal: unknown = await world
          .sessions(undefined, clock)
          .logIn({ email, password: 'wrong' })
          .catch((error: unknown) => error);
        outcomes.push(refusal instanceof Fault ? refusal.data : refusal);
      }
      return outcomes;
    };
    const outcomes = await answers(known.email);
    expect(outcomes[4]).toEqual({ kind: 'invalid', message: 'Unable to log in with provided credentials.' });
    expect(outcomes[6]).toEqual(throttled(2).data);
    expect(await answers(anEmail())).toEqual(outcomes);
  });
});
