import { describe, expect, it } from '@jest/globals';
import { nextReminderAt } from './reminder-plan.ts';

const PLAN = { startAfterDays: 2, intervalDays: 7, maxCount: 3 };

/** The times of all reminders, each sent as soon as it is due. */
function timesOf(sent: string, plan = PLAN): string[] {
  const sentAt = new Date(sent);
  const times: string[] = [];
  for (let now = sentAt; ;) {
    const next = nextReminderAt(plan, { sentAt, reminders: times.length, now });
    if (next === null) return times;
    times.push(next.toISOString());
    now = next;
  }
}

describe('the reminders of an interview', () => {
  it('come some days after the sending, then at the same distance, and end', () => {
    expect(timesOf('2026-11-21T12:00:00.000Z')).toEqual([
      '2026-11-23T12:00:00.000Z',
      '2026-11-30T12:00:00.000Z',
      '2026-12-07T12:00:00.000Z',
    ]);
  });

  it.each([
    ['the end of daylight saving', '2026-10-24T00:30:00.000Z', '2026-10-26T00:30:00.000Z'],
    ['its beginning', '2027-03-27T01:30:00.000Z', '2027-03-29T01:30:00.000Z'],
    ['a leap day', '2028-02-28T12:00:00.000Z', '2028-03-01T12:00:00.000Z'],
    ['no leap day', '2027-02-27T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
    ['the end of a year', '2026-12-30T23:59:59.999Z', '2027-01-01T23:59:59.999Z'],
  ])('keep their time of day across %s', (_what, sent, first) => {
    expect(timesOf(sent, { ...PLAN, maxCount: 1 })).toEqual([first]);
  });

  it('may begin at once, and last for years', () => {
    const yearly = { startAfterDays: 0, intervalDays: 365, maxCount: 50 };
    const times = timesOf('2026-11-21T12:00:00.000Z', yearly);
    expect([times[0], times.length]).toEqual(['2026-11-21T12:00:00.000Z', 50]);
    expect(times.at(-1)).toBe('2075-11-09T12:00:00.000Z');
  });

  it('are not caught up with after an outage: one, then the distance again', () => {
    const sentAt = new Date('2026-11-01T00:00:00.000Z');
    const now = new Date('2026-12-24T00:00:00.000Z');
    expect(nextReminderAt(PLAN, { sentAt, reminders: 1, now })).toEqual(new Date('2026-12-31T00:00:00.000Z'));
  });

  it.each([
    ['a minute late: as planned', '2026-11-03T00:01:00.000Z', '2026-11-10T00:00:00.000Z'],
    ['half the distance late: as planned', '2026-11-06T12:00:00.000Z', '2026-11-10T00:00:00.000Z'],
    ['later: after the distance', '2026-11-06T12:01:00.000Z', '2026-11-13T12:01:00.000Z'],
    ['just before the next: after the distance', '2026-11-09T23:59:00.000Z', '2026-11-16T23:59:00.000Z'],
  ])('are never two at about the same time, when one is %s', (_late, at, next) => {
    const sentAt = new Date('2026-11-01T00:00:00.000Z');
    expect(nextReminderAt(PLAN, { sentAt, reminders: 1, now: new Date(at) })).toEqual(new Date(next));
  });
});
