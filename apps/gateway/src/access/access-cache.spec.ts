import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Access } from '@pks/contracts';
import { CallerSeal } from '@pks/platform/process';
import { TEST_SECRET, aCaller } from '@pks/testing';
import { AccessCache } from './access-cache.ts';

const SECRET = 'pkt_one';
const PLACE = { project_id: 'p' };
const NOBODY: Access = { caller: null, project: null, organization: null, organization_role: null };

function worth(userId: string): Access {
  const caller = aCaller({ user_id: userId });
  return { caller, project: 'member', organization: null, organization_role: null };
}

/** Answers when it is told to. */
class Identity {
  asked = 0;
  answer: (access: Access) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  readonly ask = (): Promise<Access> => {
    this.asked += 1;
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  };
}

describe('what credentials are worth', () => {
  let identity: Identity;
  let cache: AccessCache;

  beforeEach(() => {
    identity = new Identity();
    cache = new AccessCache(new CallerSeal(TEST_SECRET));
  });

  async function remember(secret: string, userId: string): Promise<void> {
    const asked = cache.resolve(secret, PLACE, identity.ask);
    identity.answer(worth(userId));
    await asked;
  }

  it('is remembered with a sealed caller', async () => {
    await remember(SECRET, 'ana');
    const known = cache.known(SECRET, PLACE);
    expect(known?.access.caller?.user_id).toBe('ana');
    expect(new CallerSeal(TEST_SECRET).open(known?.sealed ?? '')?.user_id).toBe('ana');
  });

  it('is remembered for one place only', async () => {
    await remember(SECRET, 'ana');
    expect(cache.known(SECRET, { project_id: 'q' })).toBeUndefined();
    expect(cache.known(SECRET, {})).toBeUndefined();
    expect(cache.known('pkt_two', PLACE)).toBeUndefined();
  });

  it('is asked once by all who want to know it at the same time', async () => {
    const asked = [
      cache.resolve(SECRET, PLACE, identity.ask),
      cache.resolve(SECRET, PLACE, identity.ask),
      cache.resolve(SECRET, PLACE, identity.ask),
    ];
    identity.answer(worth('ana'));
    const [first, ...others] = await Promise.all(asked);
    expect(others).toEqual([first, first]);
    expect(identity.asked).toBe(1);
  });

  it('is asked again after a failure', async () => {
    const asked = cache.resolve(SECRET, PLACE, identity.ask);
    identity.fail(new Error('away'));
    await expect(asked).rejects.toThrow('away');
    await remember(SECRET, 'ana');
    expect(identity.asked).toBe(2);
    expect(cache.known(SECRET, PLACE)).toBeDefined();
  });

  it('is not remembered when it is nothing', async () => {
    const asked = cache.resolve(SECRET, PLACE, identity.ask);
    identity.answer(NOBODY);
    expect(await asked).toMatchObject({ sealed: null });
    expect(cache.known(SECRET, PLACE)).toBeUndefined();
  });

  it('is forgotten within 5 seconds of when it was asked', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask'] });
    const asked = cache.resolve(SECRET, PLACE, identity.ask);
    jest.setSystemTime(1_000);
    identity.answer(worth('ana'));
    await asked;
    jest.setSystemTime(4_400);
    expect(cache.known(SECRET, PLACE)).toBeDefined();
    expect(cache.known(SECRET, PLACE, 1_000)).toBeUndefined();
    jest.setSystemTime(4_900);
    expect(cache.known(SECRET, PLACE)).toBeUndefined();
    jest.useRealTimers();
  });
});

describe('a change of access', () => {
  let identity: Identity;
  let cache: AccessCache;

  beforeEach(async () => {
    identity = new Identity();
    cache = new AccessCache(new CallerSeal(TEST_SECRET));
    for (const [secret, user] of [
      ['pkt_one', 'ana'],
      ['pkt_two', 'ben'],
    ] as const) {
      const asked = cache.resolve(secret, PLACE, identity.ask);
      identity.answer(worth(user));
      await asked;
    }
  });

  it('drops what is remembered of the users that it names', () => {
    cache.drop({ user_ids: ['ana'] });
    expect(cache.known('pkt_one', PLACE)).toBeUndefined();
    expect(cache.known('pkt_two', PLACE)).toBeDefined();
  });

  it('drops everything when it names nobody', () => {
    cache.drop({ user_ids: [] });
    expect(cache.known('pkt_one', PLACE)).toBeUndefined();
    expect(cache.known('pkt_two', PLACE)).toBeUndefined();
  });

  it('while the answer is under way lets that answer be used but not kept', async () => {
    const asked = cache.resolve('pkt_three', PLACE, identity.ask);
    cache.drop({ user_ids: ['somebody'] });
    identity.answer(worth('eva'));
    expect((await asked).access.caller?.user_id).toBe('eva');
    expect(cache.known('pkt_three', PLACE)).toBeUndefined();
  });

  it('while the answer is under way makes those who come later ask again', async () => {
    const early = cache.resolve('pkt_three', PLACE, identity.ask);
    const answerEarly = identity.answer;
    cache.drop({ user_ids: [] });
    const late = cache.resolve('pkt_three', PLACE, identity.ask);
    identity.answer(NOBODY);
    answerEarly(worth('eva'));
    expect((await late).sealed).toBeNull();
    expect((await early).access.caller?.user_id).toBe('eva');
    expect(cache.known('pkt_three', PLACE)).toBeUndefined();
  });
});
