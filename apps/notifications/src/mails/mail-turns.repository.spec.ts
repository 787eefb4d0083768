import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import { DAY, MINUTE, TestClock } from '../../test/notification-store.ts';
import { notificationsSchema } from '../notifications.database.ts';
import { MailLinesRepository } from './mail-lines.repository.ts';
import { interviewMail, inviteMail } from './mail-orders.ts';
import { MailTurns } from './mail-turns.ts';

let database: Database;
let close: () => Promise<void>;
let clock: TestClock;
let turns: MailTurns;
let project: string;
let eva: string;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(notificationsSchema));
});
afterAll(() => close());
beforeEach(() => {
  clock = new TestClock();
  turns = new MailTurns(new MailLinesRepository(database), clock);
  project = randomUUID();
  eva = randomUUID();
});

const priorityOf = async (of = project): Promise<number> =>
  (await turns.next(inviteMail, of)).priority ?? NaN;
/** How long an e-mail to a person is delayed. Minutes. */
const delayTo = async (userId = eva, of = project): Promise<number> => {
  const { startAfter = clock.now() } = await turns.nextTo(userId, interviewMail, of);
  return (startAfter.getTime() - clock.now().getTime()) / MINUTE;
};
async function delays(count: number): Promise<number[]> {
  const all: number[] = [];
  while (all.length < count) all.push(await delayTo());
  return all;
}

describe('e-mails about a project', () => {
  it('come before later ones of the same project, and behind the first ones of others that came meanwhile', async () => {
    const [first, second, third] = [await priorityOf(), await priorityOf(), await priorityOf()];
    expect(second).toBeLessThan(first);
    expect(third).toBeLessThan(second);
    clock.pass(5_000);
    expect(await priorityOf(randomUUID())).toBeGreaterThan(second);
  });

  it('have different turns when they come at the same time', async () => {
    const priorities = await Promise.all(Array.from({ length: 10 }, () => priorityOf()));
    expect(new Set(priorities).size).toBe(10);
  });

  it('come before those of others that come later, once these have had their time', async () => {
    await priorityOf();
    const second = await priorityOf();
    clock.pass(MINUTE);
    expect(await priorityOf(randomUUID())).toBeLessThan(second);
  });

  it('owe nothing for those that came long ago', async () => {
    for (let n = 0; n < 5; n += 1) await priorityOf();
    clock.pass(MINUTE);
    expect(await priorityOf()).toBe(await priorityOf(randomUUID()));
  });

  it('are not behind others for as long as the clock was ahead', async () => {
    await priorityOf();
    clock.pass(-2 * DAY);
    const [first, second] = [await priorityOf(), await priorityOf()];
    expect(first).toBe(await priorityOf(randomUUID()));
    expect(second).toBeLessThan(first);
  });

  it('of one kind have turns apart from those of others', async () => {
    for (let n = 0; n < 5; n += 1) await delayTo();
    expect(await priorityOf()).toBe(await priorityOf(randomUUID()));
  });
});

describe('e-mails to a person about a project', () => {
  it('are sent at once up to twenty, and one in three minutes beyond that', async () => {
    expect(await delays(20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(await delays(3)).toEqual([3, 6, 9]);
  });

  it('delay none to others, nor about other projects', async () => {
    await delays(22);
    expect(await delayTo(randomUUID())).toBe(0);
    expect(await delayTo(eva, randomUUID())).toBe(0);
  });

  it('are sent at once again later', async () => {
    await delays(20);
    clock.pass(6 * MINUTE);
    expect(await delays(3)).toEqual([0, 0, 3]);
    clock.pass(63 * MINUTE);
    expect(await delays(20)).toEqual(Array.from({ length: 20 }, () => 0));
  });

  it('are not put off for as long as the clock was ahead', async () => {
    await delays(22);
    clock.pass(-2 * DAY);
    expect(await delays(21)).toEqual([...Array.from({ length: 20 }, () => 0), 3]);
  });

  it('stay put off where the clocks of two processes differ by less than a minute', async () => {
    await delays(22);
    clock.pass(-0.5 * MINUTE);
    expect(await delayTo()).toBe(9.5);
  });

  it('have their turn among those of other projects when they are due, not when they came', async () => {
    await delays(20);
    const { priority: late = NaN } = await turns.nextTo(eva, interviewMail, project);
    clock.pass(2.9 * MINUTE);
    const { priority: other = NaN } = await turns.nextTo(eva, interviewMail, randomUUID());
    expect(late).toBeLessThan(other);
  });
});
