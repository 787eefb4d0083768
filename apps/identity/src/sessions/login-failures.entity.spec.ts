import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { LoginFailures, type LoginSubject } from './login-failures.entity.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PAIR = LoginFailures.ofPair('ana@example.test', '192.0.2.1');
const at = (ms: number) => new Date(NOON.getTime() + ms);

/** A subject without failures. */
function none({ key: subject, free }: LoginSubject = PAIR): LoginFailures {
  const times = { forgottenFrom: NOON, pendingUntil: NOON, blockedUntil: NOON, touchedAt: NOON };
  const row = { subject, free, failures: 0, pending: 0, ...times };
  return Object.assign(new LoginFailures(), row satisfies Partial<LoginFailures>);
}

function failing(times: number, from = none()): LoginFailures {
  for (let n = 0; n < times; n += 1) {
    from.begin(NOON);
    from.end('failed', NOON);
  }
  return from;
}

describe('failed logins', () => {
  it('are not delayed four times, then by 2 s, 4 s, 8 s and so on, up to 5 minutes', () => {
    const delays = Array.from({ length: 16 }, (_none, n) => failing(n + 1).secondsLeft(NOON));
    expect(delays).toEqual([0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
  });

  it('of an account from anywhere are not delayed 49 times', () => {
    const all = (times: number) => failing(times, none(LoginFailures.ofAccount('a@b.test')));
    expect([49, 50, 51].map((times) => all(times).secondsLeft(NOON))).toEqual([0, 2, 4]);
  });

  it('allow the next attempt when the delay is over, to the millisecond', () => {
    const failures = failing(5);
    expect(failures.secondsLeft(at(1))).toBe(2);
    expect(failures.secondsLeft(at(SECOND))).toBe(1);
    expect(failures.secondsLeft(at(2 * SECOND - 1))).toBe(1);
    expect(failures.secondsLeft(at(2 * SECOND))).toBe(0);
  });

  it('delay nothing where they were counted by a clock that was ahead, and count still', () => {
    const failures = failing(6);
    const [before, later] = [at(-60 * MINUTE), at(-59 * MINUTE)];
    expect([failures.secondsLeft(at(-30 * SECOND)), failures.secondsLeft(before)]).toEqual([34, 0]);
    failures.begin(before);
    failures.end('failed', before);
    expect([failures.secondsLeft(before), failures.secondsLeft(later)]).toEqual([8, 0]);
    expect(failures.hasRoom(later)).toBe(true);
  });

  it('keep no attempt of a clock that was ahead, and are no more by one that is some seconds ahead', () => {
    const ahead = none();
    for (let n = 0; n < 5; n += 1) ahead.begin(NOON);
    expect(ahead.hasRoom(at(-60 * MINUTE))).toBe(true);
    const failures = failing(4);
    failures.begin(at(-5 * SECOND));
    expect(failures.failures).toBe(4);
  });

  it('are counted until the delay is the longest', () => {
    expect(failing(20).failures).toBe(13);
  });

  it('limit concurrent attempts to those that may still fail, and to one after the fifth', () => {
    const failures = failing(2);
    for (let n = 0; n < 3; n += 1) {
      expect(failures.hasRoom(NOON)).toBe(true);
      failures.begin(NOON);
    }
    expect(failures.hasRoom(NOON)).toBe(false);
    for (let n = 0; n < 3; n += 1) failures.end('failed', NOON);
    expect(failures.failures).toBe(5);
    failures.begin(at(2 * SECOND));
    expect(failures.hasRoom(at(2 * SECOND))).toBe(false);
  });

  it('are cleared by a successful login', () => {
    const failures = failing(7);
    failures.begin(at(MINUTE));
    failures.end('succeeded', at(MINUTE));
    expect(failures).toMatchObject({ failures: 0, pending: 0 });
    expect(failures.secondsLeft(at(MINUTE))).toBe(0);
    expect(failing(4, failures).secondsLeft(at(MINUTE))).toBe(0);
    const delayed = failing(7);
    delayed.end('succeeded', NOON);
    expect(delayed.secondsLeft(NOON)).toBe(0);
  });

  it('are unchanged when an attempt ends without a result', () => {
    const failures = failing(4);
    failures.begin(NOON);
    failures.end('neither', NOON);
    expect(failures).toMatchObject({ failures: 4, pending: 0 });
  });

  it('are forgotten one by one, every five minutes', () => {
    const failures = failing(4);
    failures.begin(at(5 * MINUTE - 1));
    expect(failures.failures).toBe(4);
    failures.begin(at(5 * MINUTE));
    expect(failures.failures).toBe(3);
    failures.begin(at(14 * MINUTE));
    expect(failures.failures).toBe(2);
    failures.begin(at(15 * MINUTE));
    expect(failures.failures).toBe(1);
    failures.begin(at(60 * MINUTE));
    expect(failures.failures).toBe(0);
  });

  it('are forgotten five minutes after the first of them, whatever came before it', () => {
    const failures = none();
    for (const minutes of [4, 8]) {
      failures.begin(at(minutes * MINUTE));
      expect(failures.touchedAt).toEqual(at(minutes * MINUTE));
      failures.end('failed', at(minutes * MINUTE + 1));
      expect(failures.touchedAt).toEqual(at(minutes * MINUTE + 1));
    }
    failures.begin(at(9 * MINUTE));
    expect(failures.failures).toBe(2);
    failures.begin(at(9 * MINUTE + 1));
    expect(failures.failures).toBe(1);
  });

  it('free the slot of an attempt that does not end within half a minute', () => {
    const failures = none();
    for (let n = 0; n < 5; n += 1) failures.begin(NOON);
    expect(failures.hasRoom(at(30 * SECOND - 1))).toBe(false);
    expect(failures.hasRoom(at(30 * SECOND))).toBe(true);
  });

  it('have all expired by the time their record is deleted', () => {
    const kept = NOON.getTime() - LoginFailures.expiredBefore(NOON).getTime();
    for (const subject of [PAIR, LoginFailures.ofAccount('a@b.test')]) {
      const failures = failing(70, none(subject));
      expect(failures.hasRoom(at(kept))).toBe(true);
      expect(failures.failures).toBe(0);
    }
  });
});

describe('the key of a failure record', () => {
  it('is a hash, ignores case, and differs by address', () => {
    const { key } = LoginFailures.ofAccount('Ana@example.test');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(LoginFailures.ofAccount('ana@EXAMPLE.test').key).toBe(key);
    const pairs = ['192.0.2.1', '192.0.2.2', undefined].map((address) =>
      LoginFailures.ofPair('ana@example.test', address),
    );
    expect(new Set([key, ...pairs.map((pair) => pair.key)]).size).toBe(4);
  });
});
