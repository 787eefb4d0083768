import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MailAllowance } from './mail-allowance.entity.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const later = (ms: number): Date => new Date(NOON.getTime() + ms);
const SUBJECT = { key: 'k', most: 2, periodMs: 60_000 };

const unused = (): MailAllowance =>
  Object.assign(new MailAllowance(), { subject: 'k', beganAt: later(-1_000_000), mails: 0 });

describe('an allowance of mails', () => {
  it('is used up by as many as are allowed, until its period is over', () => {
    const allowance = unused();
    expect(allowance.secondsLeft(SUBJECT, NOON)).toBe(0);
    allowance.count(SUBJECT, NOON);
    expect(allowance.secondsLeft(SUBJECT, later(1_000))).toBe(0);
    allowance.count(SUBJECT, later(1_000));
    expect(allowance.secondsLeft(SUBJECT, later(1_000))).toBe(59);
    expect(allowance.secondsLeft(SUBJECT, later(59_999))).toBe(1);
    expect(allowance.secondsLeft(SUBJECT, later(60_000))).toBe(0);
    allowance.count(SUBJECT, later(60_000));
    expect(allowance).toMatchObject({ mails: 1, beganAt: later(60_000) });
  });

  it('begins its period with the first mail', () => {
    const allowance = Object.assign(unused(), { beganAt: NOON });
    allowance.count(SUBJECT, later(1_000));
    expect(allowance).toMatchObject({ mails: 1, beganAt: later(1_000) });
  });

  it('is one a minute, ten an hour, and a thousand an hour', () => {
    const subjects = MailAllowance.subjectsOf({ from: 'p', invitedBy: 'u', email: 'ana@example.test' });
    expect(subjects.map(({ most, periodMs }) => [most, periodMs])).toEqual([
      [1, 60_000],
      [10, 3_600_000],
      [1_000, 3_600_000],
    ]);
    expect(MailAllowance.expiredBefore(NOON)).toEqual(later(-3_600_000));
  });

  it('is not used up by mails of the future, which a clock that was wrong has counted', () => {
    const allowance = unused();
    for (const _mail of ['one', 'two']) allowance.count(SUBJECT, later(1_000_000));
    expect(allowance.secondsLeft(SUBJECT, NOON)).toBe(0);
    allowance.count(SUBJECT, NOON);
    expect(allowance).toMatchObject({ mails: 1, beganAt: NOON });
  });

  it('is used up by mails of a process whose clock is some seconds ahead', () => {
    const allowance = unused();
    for (const _mail of ['one', 'two']) allowance.count(SUBJECT, later(5_000));
    expect(allowance.secondsLeft(SUBJECT, NOON)).toBe(65);
  });

  it('is counted for the address, its case ignored, and for who invites', () => {
    const mailing = { from: randomUUID(), invitedBy: randomUUID(), email: 'Ana@Example.test' };
    const keysOf = (one: typeof mailing): string[] => MailAllowance.subjectsOf(one).map(({ key }) => key);
    const keys = keysOf(mailing);
    expect(keysOf({ ...mailing, email: 'ana@example.test' })).toEqual(keys);
    expect(new Set(keys).size).toBe(3);
    const shared = (other: Partial<typeof mailing>): boolean[] =>
      keysOf({ ...mailing, ...other }).map((key, index) => key === keys[index]);
    expect(shared({ from: randomUUID() })).toEqual([false, true, true]);
    expect(shared({ invitedBy: randomUUID() })).toEqual([true, false, false]);
    expect(shared({ email: 'ben@example.test' })).toEqual([false, false, true]);
    expect(keys.join()).not.toContain(mailing.invitedBy);
  });
});
