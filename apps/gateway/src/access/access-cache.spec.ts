import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Access } from '@pks/contracts';
import { TestClock, aCaller } from '@pks/testing';
import { AccessCache } from './access-cache.ts';

const SECRET = 'pkt_one';
const PLACE = { project_id: 'p' };
const NOBODY: Access = { caller: null, project: null, organization: null };

function accessOf(userId: string): Access {
  const caller = aCaller({ user_id: userId });
  return { caller, project: 'member', organization: null };
}

/** Answers queries when a test says so. */
class Identity {
  queries = 0;
  answer: (access: Access) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  readonly query = (): Promise<Access> => {
    this.queries += 1;
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  };
}

describe('what a credential grants', () => {
  let identity: Identity;
  let clock: TestClock;
  let cache: AccessCache;

  beforeEach(() => {
    identity = new Identity();
    clock = new TestClock();
    cache = new AccessCache(clock);
  });

  async function cached(secret: string, userId: string): Promise<void> {
    const resolved = cache.resolve(secret, PLACE, identity.query);
    identity.answer(accessOf(userId));
    await resolved;
  }

  it('is cached', async () => {
    await cached(SECRET, 'ana');
    const known = cache.get(SECRET, PLACE);
    expect(known?.caller?.user_id).toBe('ana');
  });

  it('is cached for one place only', async () => {
    await cached(SECRET, 'ana');
    expect(cache.get(SECRET, { project_id: 'q' })).toBeUndefined();
    expect(cache.get(SECRET, { organization_id: PLACE.project_id })).toBeUndefined();
    expect(cache.get(SECRET, {})).toBeUndefined();
    expect(cache.get('pkt_two', PLACE)).toBeUndefined();
  });

  it('is queried once for concurrent requests', async () => {
    const resolved = [
      cache.resolve(SECRET, PLACE, identity.query),
      cache.resolve(SECRET, PLACE, identity.query),
      cache.resolve(SECRET, PLACE, identity.query),
    ];
    identity.answer(accessOf('ana'));
    const [first, ...others] = await Promise.all(resolved);
    expect(others).toEqual([first, first]);
    expect(identity.queries).toBe(1);
  });

  it('is queried again after a query that could not even begin', async () => {
    const failing = (): Promise<Access> => {
      throw new Error('gone');
    };
    await expect(cache.resolve(SECRET, PLACE, failing)).rejects.toThrow('gone');
    await cached(SECRET, 'ana');
    expect(cache.get(SECRET, PLACE)?.caller?.user_id).toBe('ana');
  });

  it('is queried again after a failure', async () => {
    const resolved = cache.resolve(SECRET, PLACE, identity.query);
    identity.fail(new Error('away'));
    await expect(resolved).rejects.toThrow('away');
    await cached(SECRET, 'ana');
    expect(identity.queries).toBe(2);
    expect(cache.get(SECRET, PLACE)).toBeDefined();
  });

  it('is not cached when the credential grants nothing', async () => {
    const resolved = cache.resolve(SECRET, PLACE, identity.query);
    identity.answer(NOBODY);
    expect(await resolved).toMatchObject({ caller: null });
    expect(cache.get(SECRET, PLACE)).toBeUndefined();
  });

  it('expires although the clock was set back', async () => {
    await cached(SECRET, 'ana');
    clock.setBack(24 * 60 * 60 * 1_000);
    clock.advance(5_000);
    expect(cache.get(SECRET, PLACE)).toBeUndefined();
  });

  it('expires within 5 seconds of its query', async () => {
    const resolved = cache.resolve(SECRET, PLACE, identity.query);
    clock.advance(1_000);
    identity.answer(accessOf('ana'));
    await resolved;
    clock.advance(3_400);
    expect(cache.get(SECRET, PLACE)).toBeDefined();
    expect(cache.get(SECRET, PLACE, 1_000)).toBeUndefined();
    clock.advance(500);
    expect(cache.get(SECRET, PLACE)).toBeUndefined();
  });
});

describe('a query that nobody answers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Queries, the first of which is lost with the process that received it. */
  function afterLoss() {
    const lost = Promise.withResolvers<Access>();
    const answers = [lost.promise, Promise.resolve(accessOf('ana'))];
    const query = jest.fn(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
    return { lost, query, cache: new AccessCache(new TestClock()) };
  }

  it('is made again after a second, for all who wait for it', async () => {
    const { query, cache } = afterLoss();
    const waiting = [cache.resolve(SECRET, PLACE, query), cache.resolve(SECRET, PLACE, query)];
    await jest.advanceTimersByTimeAsync(999);
    expect(query).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(query).toHaveBeenCalledTimes(2);
    expect(await Promise.all(waiting)).toMatchObject([
      { caller: { user_id: 'ana' } },
      { caller: { user_id: 'ana' } },
    ]);
    expect(cache.get(SECRET, PLACE)?.caller?.user_id).toBe('ana');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('fails as it does itself, and is not made again once it has', async () => {
    const { lost, query, cache } = afterLoss();
    const resolved = cache.resolve(SECRET, PLACE, query);
    const refused = expect(resolved).rejects.toThrow('away');
    lost.reject(new Error('away'));
    await refused;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('is made again ever more seldom while nobody is there to answer, until it fails itself', async () => {
    const lost = Promise.withResolvers<Access>();
    const query = jest.fn((_spentMs: number) => Promise.reject<Access>(new Error('nobody is there')));
    query.mockImplementationOnce(() => lost.promise);
    const resolved = new AccessCache(new TestClock()).resolve(SECRET, PLACE, query);
    const refused = expect(resolved).rejects.toThrow('too late');
    await jest.advanceTimersByTimeAsync(9_900);
    expect(query.mock.calls).toEqual([[0], [1_000], [3_000], [7_000]]);
    lost.reject(new Error('too late'));
    await refused;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(query).toHaveBeenCalledTimes(4);
  });
});

describe('a change of access', () => {
  let identity: Identity;
  let cache: AccessCache;

  beforeEach(async () => {
    identity = new Identity();
    cache = new AccessCache(new TestClock());
    for (const [secret, user] of [
      ['pkt_one', 'ana'],
      ['pkt_two', 'ben'],
    ] as const) {
      const resolved = cache.resolve(secret, PLACE, identity.query);
      identity.answer(accessOf(user));
      await resolved;
    }
  });

  it('drops the entries of the users that it names', () => {
    cache.drop({ user_ids: ['ana'] });
    expect(cache.get('pkt_one', PLACE)).toBeUndefined();
    expect(cache.get('pkt_two', PLACE)).toBeDefined();
  });

  it('looks each entry up once, however many users it names', () => {
    const searched = jest.spyOn(Array.prototype, 'includes');
    cache.drop({ user_ids: [...Array.from({ length: 1_000 }, (_, n) => `user ${n}`), 'ana'] });
    const searches = searched.mock.calls.length;
    searched.mockRestore();
    expect(searches).toBe(0);
    expect(cache.get('pkt_one', PLACE)).toBeUndefined();
    expect(cache.get('pkt_two', PLACE)).toBeDefined();
  });

  it('drops everything when it names no user', () => {
    cache.drop({ user_ids: [] });
    expect(cache.get('pkt_one', PLACE)).toBeUndefined();
    expect(cache.get('pkt_two', PLACE)).toBeUndefined();
  });

  it('while a query is pending lets its result be used but not cached', async () => {
    const resolved = cache.resolve('pkt_three', PLACE, identity.query);
    cache.drop({ user_ids: ['somebody'] });
    identity.answer(accessOf('eva'));
    expect((await resolved).caller?.user_id).toBe('eva');
    expect(cache.get('pkt_three', PLACE)).toBeUndefined();
  });

  it('while a query is pending makes later requests query again', async () => {
    const early = cache.resolve('pkt_three', PLACE, identity.query);
    const answerEarly = identity.answer;
    cache.drop({ user_ids: [] });
    const late = cache.resolve('pkt_three', PLACE, identity.query);
    identity.answer(NOBODY);
    answerEarly(accessOf('eva'));
    expect((await late).caller).toBeNull();
    expect((await early).caller?.user_id).toBe('eva');
    expect(cache.get('pkt_three', PLACE)).toBeUndefined();
  });
});
