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

/** The content that the interview itself gives an e-mail about it. */
export type LetterContent = Omit<InterviewLetter, 'to' | 'assigned_by_email' | 'stop_reminders_token'> & {
  readonly assignedById: string;
};

/** Reminders that are sent by hand are at least this far apart. Milliseconds. */
const REMINDERS_APART_MS = 60_000;

/**
 * An interview, which someone takes here, or took elsewhere so that it was imported. Until an invited person has joined the
 * project, it is assigned to their e-mail, in lower case.
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
  /** A new interview that nobody has begun or been notified of. */
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

  /** Begins the transcript with the interviewer's first turn; the interview stays pending. */
  open(turn: string): void {
    this.messageCount = 1;
    this.firstMessagePreview = previewOf(turn);
  }

  /** Applies a step of taking it, by which its transcript grows by this many entries. */
  advance(taken: Taken, entries: number, now: Date): void {
    Object.assign(this, taken);
    this.messageCount += entries;
    this.touch(now);
  }

  /** A new import, whose transcript is not parsed yet. */
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

  /** Completes the import, once its transcript is parsed. */
  completeImport({ participants, ...read }: ReadTranscript, now: Date): void {
    Object.assign(this, read, { status: 'completed' });
    this.endImport({ import_status: 'completed', participants }, now);
  }

  /** Marks the import as failed because its transcript cannot be read. It never gets a status. */
  failImport(error: string, now: Date): void {
    this.endImport({ import_status: 'failed', error }, now);
  }

  get isParsing(): boolean {
    return this.importInfo?.import_status === 'parsing';
  }

  /** Marks it as sent to its assignee. */
  send(now: Date): void {
    this.sentAt = now;
    this.touch(now);
  }

  /** Assigns it to the invited person, who is a member now. */
  settle(userId: string, now: Date): void {
    this.assignedToId = userId;
    this.inviteEmail = null;
    this.touch(now);
  }

  /** When the next reminder of its schedule is due; null if no more will be. */
  nextReminderAt(now: Date): Date | null {
    const plan = this.reminderPlan;
    if (!plan || !this.sentAt || this.remindersStoppedAt) return null;
    if (!this.assignedToId || !this.isWaiting) return null;
    return nextReminderAt(plan, { sentAt: this.sentAt, reminders: this.remindersSent, now });
  }

  /** Whether this reminder is the next one of its schedule. */
  expectsReminder(number: number, now: Date): boolean {
    return this.remindersSent === number - 1 && this.nextReminderAt(now) !== null;
  }

  /** Counts a reminder of its schedule that is sent, or skipped. */
  remind(now: Date): void {
    this.remindersSent += 1;
    this.remindedAt = now;
    this.touch(now);
  }

  /** Dates a reminder by hand. @throws NotPossible when there is nobody to remind; Throttled within a minute of the last reminder. */
  remindByHand(now: Date): void {
    this.assertRemindable(now);
    this.assertAssigned();
    const seconds = this.secondsToNextByHand(now);
    if (seconds > 0) throw new Throttled(seconds);
    this.remindedAt = now;
    this.touch(now);
  }

  /** Dates a sending by hand, which counts as a reminder. */
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

  /** The content of an e-mail to its assignee; null for anybody else, and once there is nothing left to do. */
  letterTo(userId: string): LetterContent | null {
    const { name, sentAt, assignedById, parameters } = this;
    if (userId !== this.assignedToId || !this.isWaiting || !sentAt || !assignedById) return null;
    const { topic, custom_message } = parameters;
    return { name, topic, custom_message, sent_at: sentAt.toISOString(), assignedById };
  }

  /** Whether it waits for the owner of this address to join the project. */
  waitsFor(email: string): boolean {
    return this.isWaiting && this.inviteEmail === email.toLowerCase();
  }

  /**
   * Stops the reminders of its schedule for ever; repeating this changes nothing. A completed interview keeps its `updatedAt`.
   * @throws NotPossible without a schedule.
   */
  stopReminders(now: Date): void {
    if (!this.reminderPlan) throw new NotPossible('This interview has no reminder schedule.');
    if (this.remindersStoppedAt) return;
    this.remindersStoppedAt = now;
    if (this.isWaiting) this.touch(now);
  }

  /** Admins and its assigner may manage it. @throws NotFound to those who may not see it, Forbidden to its assignee. */
  assertManagedBy(caller: Caller): void {
    this.assertVisibleTo(caller);
    if (!isProjectAdmin(caller) && caller.user_id !== this.assignedById) throw new Forbidden();
  }

  /** Admins may see all interviews; others those assigned to them and those that they created. @throws NotFound */
  assertVisibleTo(caller: Caller): void {
    if (isProjectAdmin(caller)) return;
    if (caller.user_id !== this.assignedToId && caller.user_id !== this.createdById) throw new NotFound();
  }

  /** Whether it has a schedule of reminders, stopped or not. */
  get hasReminders(): boolean {
    return this.reminderPlan !== null;
  }

  /** Whether it is due but was not sent, because its assignee was not a member or could not view the project. */
  isOverdue(now: Date): boolean {
    const { scheduled_send_at: at } = this.parameters;
    if (this.sentAt || !this.assignedToId || !this.isWaiting) return false;
    return at === null || timeOf(at) <= now;
  }

  /** Checks that its assignee has been notified or invited, or should have been, and has yet to complete it. @throws NotPossible */
  assertRemindable(now: Date): void {
    if (this.type === 'imported-interview') throw new NotPossible('Nobody takes an imported interview.');
    if (!this.isWaiting) throw new NotPossible('This interview is completed.');
    if (!this.sentAt && !this.isOverdue(now)) throw new NotPossible('This interview has not been sent yet.');
  }

  /** Checks that it is assigned to a member. @throws NotPossible while it waits for an invited person. */
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
