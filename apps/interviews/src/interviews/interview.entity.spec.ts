import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { Forbidden, NotFound, NotPossible, Throttled } from '@pks/platform';
import { aCaller } from '@pks/testing';
import { anImport, anInterview } from './interview.builder.ts';
import type { Interview } from './interview.entity.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const DAY_MS = 86_400_000;
const REMINDERS = { startAfterDays: 2, intervalDays: 7, maxCount: 2 };
const SENT = { sentAt: NOON };
const INVITED = { assignedToId: null, inviteEmail: 'eva@example.test' };
const COMPLETED = { status: 'completed' } as const;

const later = (ms: number): Date => new Date(NOON.getTime() + ms);

/** An interview with reminders that was sent at noon. */
function aSentInterview(differences: Partial<Interview> = {}): Interview {
  return Object.assign(anInterview({ reminders: REMINDERS }), SENT, differences);
}

function viewer(user_id: string | null): Caller {
  const { project } = aCaller();
  return aCaller({
    user_id: user_id ?? '',
    project: project && { ...project, permissions: ['CAN_VIEW_DATA'] },
  });
}

describe('a new interview', () => {
  it('has the reminders that were planned, or none', () => {
    expect(anInterview({ reminders: REMINDERS })).toMatchObject({
      reminderStartAfterDays: 2,
      reminderIntervalDays: 7,
      reminderMaxCount: 2,
    });
    expect(anInterview({ reminders: REMINDERS }).hasReminders).toBe(true);
    expect(anInterview()).toMatchObject({
      reminderStartAfterDays: null,
      reminderIntervalDays: null,
      reminderMaxCount: null,
    });
    expect(anInterview().hasReminders).toBe(false);
  });

  it('changes at a later time each time', () => {
    const interview = anInterview(INVITED);
    interview.send(NOON);
    expect([interview.sentAt, interview.updatedAt]).toEqual([NOON, NOON]);
    interview.settle('ana', NOON);
    expect(interview).toMatchObject({ assignedToId: 'ana', inviteEmail: null, updatedAt: later(1) });
    const { topics, chatMemory } = interview;
    interview.advance({ status: 'in_progress', topics, chatMemory }, 2, NOON);
    expect(interview).toMatchObject({ status: 'in_progress', messageCount: 2, updatedAt: later(2) });
  });

  it('waits for whoever has the invited address', () => {
    const interview = anInterview(INVITED);
    expect([interview.waitsFor('Eva@Example.test'), interview.waitsFor('ana@example.test')]).toEqual([
      true,
      false,
    ]);
    expect(Object.assign(interview, COMPLETED).waitsFor('eva@example.test')).toBe(false);
  });
});

describe('the reminders of an interview', () => {
  it('are due as planned, and count', () => {
    const interview = aSentInterview();
    expect(interview.nextReminderAt(NOON)).toEqual(new Date('2026-11-23T12:00:00.000Z'));
    expect([1, 2].map((number) => interview.expectsReminder(number, NOON))).toEqual([true, false]);
    interview.remind(NOON);
    expect(interview).toMatchObject({ remindersSent: 1, remindedAt: NOON, updatedAt: NOON });
    expect([1, 2].map((number) => interview.expectsReminder(number, NOON))).toEqual([false, true]);
    interview.remind(NOON);
    expect(interview.expectsReminder(3, NOON)).toBe(false);
  });

  it.each<[string, Partial<Interview>, boolean]>([
    ['once it is taken', { status: 'in_progress' }, true],
    ['before it is sent', { sentAt: null }, false],
    ['once they are stopped', { remindersStoppedAt: NOON }, false],
    ['while nobody has it', INVITED, false],
    ['once it is completed', COMPLETED, false],
    ['without a schedule', { reminderMaxCount: null }, false],
  ])('are due %s: %j', (_when, differences, isDue) => {
    expect(aSentInterview(differences).nextReminderAt(NOON) !== null).toBe(isDue);
  });

  it('are a minute apart where they are sent by hand', () => {
    const interview = aSentInterview();
    interview.remindByHand(NOON);
    expect(interview).toMatchObject({ remindersSent: 0, remindedAt: NOON, updatedAt: NOON });
    expect(() => interview.remindByHand(later(58_001))).toThrow(new Throttled(2));
    expect(() => interview.remindByHand(later(59_999))).toThrow(new Throttled(1));
    interview.remindByHand(later(60_000));
    interview.remindBySending(later(61_000));
    expect(() => interview.remindByHand(later(60_000 + 60_000))).toThrow(new Throttled(1));
  });

  it('are sent by hand also after the clock was ahead, unless by less than a minute', () => {
    const interview = aSentInterview({ remindedAt: later(59_000) });
    expect(() => interview.remindByHand(NOON)).toThrow(new Throttled(119));
    Object.assign(interview, { remindedAt: later(2 * DAY_MS) });
    interview.remindByHand(NOON);
    expect(interview.remindedAt).toEqual(NOON);
  });

  it('were sent or stopped after another one, or were not', () => {
    const interview = aSentInterview();
    const after = () => [interview.isRemindedAfter(NOON), interview.isStoppedAfter(NOON)];
    expect(after()).toEqual([false, false]);
    Object.assign(interview, { remindedAt: NOON, remindersStoppedAt: later(-1) });
    expect(after()).toEqual([false, false]);
    Object.assign(interview, { remindedAt: later(1), remindersStoppedAt: NOON });
    expect(after()).toEqual([true, true]);
  });

  it('are stopped once, where there are any', () => {
    const interview = aSentInterview();
    interview.stopReminders(NOON);
    interview.stopReminders(later(1_000));
    expect(interview).toMatchObject({ remindersStoppedAt: NOON, updatedAt: NOON });
    expect(() => anInterview().stopReminders(NOON)).toThrow(
      new NotPossible('This interview has no reminder schedule.'),
    );
  });

  it('are stopped without changing when it was completed', () => {
    const interview = aSentInterview(COMPLETED);
    const { updatedAt } = interview;
    interview.stopReminders(later(1_000));
    expect(interview).toMatchObject({ remindersStoppedAt: later(1_000), updatedAt });
  });

  it.each<[string, Interview, string]>([
    ['an import', anImport(), 'Nobody takes an imported interview.'],
    ['a completed interview', aSentInterview(COMPLETED), 'This interview is completed.'],
    [
      'one whose time has not come',
      anInterview({}, { scheduled_send_at: '2026-11-21T12:00:00.001Z' }),
      'This interview has not been sent yet.',
    ],
    [
      'one that waits for somebody',
      aSentInterview(INVITED),
      'The invited person has not joined the project yet.',
    ],
  ])('are not sent by hand for %s', (_what, interview, reason) => {
    expect(() => interview.remindByHand(NOON)).toThrow(new NotPossible(reason));
    expect(interview.remindedAt).toBeNull();
  });
});

describe('an interview that was to be sent', () => {
  it.each<[string, Interview, boolean]>([
    ['at no set time', anInterview(), true],
    ['by now', anInterview({}, { scheduled_send_at: '2026-11-21T12:00:00.000Z' }), true],
    ['later', anInterview({}, { scheduled_send_at: '2026-11-21T12:00:00.001Z' }), false],
    ['and was', aSentInterview(), false],
    ['to nobody yet', anInterview(INVITED), false],
    ['and is completed', Object.assign(anInterview(), COMPLETED), false],
  ])('%s is overdue: %#', (_when, interview, isOverdue) => {
    expect(interview.isOverdue(NOON)).toBe(isOverdue);
  });

  it('can be reminded of by hand', () => {
    expect(() => anInterview().assertRemindable(NOON)).not.toThrow();
  });
});

describe('an e-mail about an interview', () => {
  it('says what its assignee has to take', () => {
    const interview = Object.assign(anInterview({}, { custom_message: 'Hello' }), SENT);
    expect(interview.letterTo(interview.assignedToId ?? '')).toEqual({
      name: 'Onboarding',
      topic: 'Onboarding',
      custom_message: 'Hello',
      sent_at: '2026-11-21T12:00:00.000Z',
      assignedById: interview.createdById,
    });
  });

  it.each<[string, Partial<Interview>]>([
    ['to anybody else', { assignedToId: randomUUID() }],
    ['before it is sent', { sentAt: null }],
    ['once it is completed', COMPLETED],
  ])('says nothing %s', (_when, differences) => {
    const interview = aSentInterview();
    const { assignedToId } = interview;
    expect(Object.assign(interview, differences).letterTo(assignedToId ?? '')).toBeNull();
  });
});

describe('whoever sees an interview', () => {
  const interview = anInterview();
  const managed = (caller: Caller) => () => interview.assertManagedBy(caller);
  const seen = (caller: Caller) => () => interview.assertVisibleTo(caller);

  it('is an admin, its assignee or who created it', () => {
    for (const caller of [aCaller(), viewer(interview.assignedToId), viewer(interview.createdById)])
      expect(seen(caller)).not.toThrow();
    expect(seen(viewer(randomUUID()))).toThrow(new NotFound());
  });

  it('manages it as an admin, or where they assigned it', () => {
    for (const caller of [aCaller(), viewer(interview.assignedById)]) expect(managed(caller)).not.toThrow();
    expect(managed(viewer(interview.assignedToId))).toThrow(new Forbidden());
    expect(managed(viewer(randomUUID()))).toThrow(new NotFound());
  });
});

describe('an import', () => {
  it('is completed with what was read, or fails', () => {
    const [read, failed] = [anImport(), anImport()];
    const { chatMemory } = read;
    expect([read.isParsing, read.status]).toEqual([true, null]);
    read.completeImport(
      { chatMemory, firstMessagePreview: 'Why?', messageCount: 2, participants: ['Ana'] },
      NOON,
    );
    expect(read).toMatchObject({ status: 'completed', messageCount: 2, updatedAt: NOON, isParsing: false });
    expect(read.importInfo).toEqual({
      import_status: 'completed',
      participants: ['Ana'],
      interview_date: null,
      error: null,
    });
    failed.failImport('No speech.', NOON);
    expect(failed).toMatchObject({ status: null, updatedAt: NOON, isParsing: false });
    expect(failed.importInfo).toMatchObject({ import_status: 'failed', error: 'No speech.' });
    expect(anInterview().isParsing).toBe(false);
  });
});
