import { type Caller, type ImportInfo, type InterviewLetter, isProjectAdmin, timeOf } from '@pks/contracts';
import {
  Forbidden,
  NotFound,
  NotPossible,
  Participant,
  Throttled,
  changeTime,
  wasAhead,
} from '@pks/platform';
import { Check, Entity, ForeignKey, Index } from 'typeorm';
import { v7 } from 'uuid';
import { Campaign } from '../campaigns/campaign.entity.ts';
import { previewOf } from './beginning.ts';
import {
  type NewAssignment,
  type NewImport,
  type ReadTranscript,
  type Taken,
  UNASSIGNED,
  UNTOUCHED,
} from './new-interview.ts';
import { InterviewColumns } from './interview-columns.entity.ts';
import { type ReminderPlan, nextReminderAt } from './reminder-plan.ts';

/** What the interview itself says in an e-mail about it. */
export type LetterContent = Omit<InterviewLetter, 'to' | 'assigned_by_email' | 'stop_reminders_token'> & {
  readonly assignedById: string;
};

/** Reminders that are sent by hand are at least this far apart. Milliseconds. */
const REMINDERS_APART_MS = 60_000;

/**
 * An interview: someone takes it, or took it elsewhere and it was imported. Until an invited person has joined the project
 * it is theirs by their e-mail, in lower case.
 */
@Entity('interviews')
@Index('interviews_newest', { synchronize: false })
@Index('interviews_in_no_campaign', { synchronize: false })
@Index('interviews_in_campaign', { synchronize: false })
@Index('interviews_to', { synchronize: false })
@Index('interviews_by', { synchronize: false })
@Index('interviews_of_status', { synchronize: false })
@Index('interviews_of_type', { synchronize: false })
@Index('interviews_invited', { synchronize: false })
@Index('interviews_name_text', { synchronize: false })
@ForeignKey(() => Campaign, ['projectId', 'campaignId'], ['projectId', 'id'], { name: 'interviews_campaign' })
@ForeignKey(() => Participant, ['projectId', 'createdById'], ['projectId', 'userId'], {
  name: 'interviews_created_by',
})
@ForeignKey(() => Participant, ['projectId', 'assignedById'], ['projectId', 'userId'], {
  name: 'interviews_assigned_by',
})
@ForeignKey(() => Participant, ['projectId', 'assignedToId'], ['projectId', 'userId'], {
  name: 'interviews_assigned_to',
})
@Check('interviews_type', `type IN ('interview', 'guided-interview', 'imported-interview')`)
@Check('interviews_status', `status IN ('pending', 'in_progress', 'completed')`)
@Check('interviews_write_scope', `write_scope IN ('local', 'global')`)
@Check(
  'interviews_assignee',
  `CASE type WHEN 'imported-interview' THEN num_nonnulls(assigned_to_id, assigned_by_id, invite_email) = 0
                ELSE num_nonnulls(assigned_to_id, invite_email) = 1 AND num_nonnulls(assigned_by_id, status) = 2 END`,
)
@Check(
  'interviews_reminders',
  'num_nonnulls(reminder_start_after_days, reminder_interval_days, reminder_max_count) IN (0, 3)',
)
export class Interview extends InterviewColumns {
  /** A new interview that nobody has begun or been told of. */
  static assign({ reminders, ...fields }: NewAssignment): Interview {
    return Object.assign(new Interview(), {
      ...UNTOUCHED,
      ...fields,
      id: v7(),
      status: 'pending',
      assignedById: fields.createdById,
      reminderStartAfterDays: reminders?.startAfterDays ?? null,
      reminderIntervalDays: reminders?.intervalDays ?? null,
      reminderMaxCount: reminders?.maxCount ?? null,
      updatedAt: fields.createdAt,
    });
  }

  /** The interviewer's first turn is its transcript; it stays pending. */
  open(turn: string): void {
    this.messageCount = 1;
    this.firstMessagePreview = previewOf(turn);
  }

  /** It is taken further: its transcript grows by so many entries. */
  advance(taken: Taken, entries: number, now: Date): void {
    Object.assign(this, taken);
    this.messageCount += entries;
    this.touch(now);
  }

  /** A new import, whose transcript is not read yet. */
  static import({ participants, interview_date, ...fields }: NewImport): Interview {
    return Object.assign(new Interview(), {
      ...UNTOUCHED,
      ...UNASSIGNED,
      ...fields,
      id: v7(),
      type: 'imported-interview',
      status: null,
      importInfo: { import_status: 'parsing', participants, interview_date, error: null },
      updatedAt: fields.createdAt,
    });
  }

  /** Its transcript was read: it is completed. */
  completeImport({ participants, ...read }: ReadTranscript, now: Date): void {
    Object.assign(this, read, { status: 'completed' });
    this.endImport({ import_status: 'completed', participants }, now);
  }

  /** Its transcript cannot be read: it never gets a status. */
  failImport(error: string, now: Date): void {
    this.endImport({ import_status: 'failed', error }, now);
  }

  get isParsing(): boolean {
    return this.importInfo?.import_status === 'parsing';
  }

  /** It is sent to its assignee. */
  send(now: Date): void {
    this.sentAt = now;
    this.touch(now);
  }

  /** The invited person is a member: it is theirs now. */
  settle(userId: string, now: Date): void {
    this.assignedToId = userId;
    this.inviteEmail = null;
    this.touch(now);
  }

  /** When the next reminder of its schedule is due; null when none will be. */
  nextReminderAt(now: Date): Date | null {
    const plan = this.reminderPlan;
    if (!plan || !this.sentAt || this.remindersStoppedAt) return null;
    if (!this.assignedToId || !this.isWaiting) return null;
    return nextReminderAt(plan, { sentAt: this.sentAt, reminders: this.remindersSent, now });
  }

  /** Whether this is the next reminder of its schedule. */
  expectsReminder(number: number, now: Date): boolean {
    return this.remindersSent === number - 1 && this.nextReminderAt(now) !== null;
  }

  /** A reminder of its schedule is sent, or skipped. */
  remind(now: Date): void {
    this.remindersSent += 1;
    this.remindedAt = now;
    this.touch(now);
  }

  /** A reminder is sent by hand. @throws NotPossible when there is nobody to remind; Throttled within a minute of the last one. */
  remindByHand(now: Date): void {
    this.assertRemindable(now);
    this.assertAssigned();
    const seconds = this.secondsToNextByHand(now);
    if (seconds > 0) throw new Throttled(seconds);
    this.remindedAt = now;
    this.touch(now);
  }

  /** It is sent by hand, which counts as a reminder. */
  remindBySending(now: Date): void {
    this.remindedAt = now;
  }

  /** Whether a reminder was due after this one. */
  isRemindedAfter(reminder: Date): boolean {
    return this.remindedAt !== null && this.remindedAt > reminder;
  }

  /** Whether the reminders of its schedule were stopped after this one was due. */
  isStoppedAfter(reminder: Date): boolean {
    return this.remindersStoppedAt !== null && this.remindersStoppedAt >= reminder;
  }

  /** What an e-mail to its assignee says; null to anybody else, and once there is nothing left to do. */
  letterTo(userId: string): LetterContent | null {
    const { name, sentAt, assignedById, parameters } = this;
    if (userId !== this.assignedToId || !this.isWaiting || !sentAt || !assignedById) return null;
    const { topic, custom_message } = parameters;
    return { name, topic, custom_message, sent_at: sentAt.toISOString(), assignedById };
  }

  /** Whether the owner of an address has yet to join the project, to take it. */
  waitsFor(email: string): boolean {
    return this.isWaiting && this.inviteEmail === email.toLowerCase();
  }

  /**
   * Ends the reminders of its schedule for ever; again, it changes nothing. A completed one stays as old as its completion.
   * @throws NotPossible without a schedule.
   */
  stopReminders(now: Date): void {
    if (!this.reminderPlan) throw new NotPossible('This interview has no reminder schedule.');
    if (this.remindersStoppedAt) return;
    this.remindersStoppedAt = now;
    if (this.isWaiting) this.touch(now);
  }

  /** Admins, and who assigned it. @throws NotFound to those who may not see it, Forbidden to its assignee. */
  assertManagedBy(caller: Caller): void {
    this.assertVisibleTo(caller);
    if (!isProjectAdmin(caller) && caller.user_id !== this.assignedById) throw new Forbidden();
  }

  /** Admins see all; others what they have to take and what they created. @throws NotFound */
  assertVisibleTo(caller: Caller): void {
    if (isProjectAdmin(caller)) return;
    if (caller.user_id !== this.assignedToId && caller.user_id !== this.createdById) throw new NotFound();
  }

  /** Whether it has a schedule of reminders, stopped or not. */
  get hasReminders(): boolean {
    return this.reminderPlan !== null;
  }

  /** Its assignee was away when it was to be sent, and was told nothing. */
  isOverdue(now: Date): boolean {
    const { scheduled_send_at: at } = this.parameters;
    if (this.sentAt || !this.assignedToId || !this.isWaiting) return false;
    return at === null || timeOf(at) <= now;
  }

  /** Its assignee has been told of it or invited, or should have been, and has yet to complete it. @throws NotPossible */
  assertRemindable(now: Date): void {
    if (this.type === 'imported-interview') throw new NotPossible('Nobody takes an imported interview.');
    if (!this.isWaiting) throw new NotPossible('This interview is completed.');
    if (!this.sentAt && !this.isOverdue(now)) throw new NotPossible('This interview has not been sent yet.');
  }

  /** It is a member's. @throws NotPossible while it waits for an invited person */
  assertAssigned(): void {
    if (!this.assignedToId) throw new NotPossible('The invited person has not joined the project yet.');
  }

  private secondsToNextByHand(now: Date): number {
    if (!this.remindedAt || wasAhead(this.remindedAt, now)) return 0;
    return Math.ceil((this.remindedAt.getTime() + REMINDERS_APART_MS - now.getTime()) / 1_000);
  }

  private get isWaiting(): boolean {
    return this.status === 'pending' || this.status === 'in_progress';
  }

  private get reminderPlan(): ReminderPlan | null {
    const [startAfterDays, intervalDays] = [this.reminderStartAfterDays, this.reminderIntervalDays];
    const maxCount = this.reminderMaxCount;
    if (startAfterDays === null || intervalDays === null || maxCount === null) return null;
    return { startAfterDays, intervalDays, maxCount };
  }

  private endImport(end: Partial<ImportInfo>, now: Date): void {
    if (this.importInfo) this.importInfo = { ...this.importInfo, ...end };
    this.touch(now);
  }

  private touch(now: Date): void {
    this.updatedAt = changeTime(now, this.updatedAt);
  }
}
