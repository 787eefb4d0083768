const DAY_MS = 24 * 60 * 60_000;

/** When an assignee is reminded, counted from the sending: days of 24 hours, so that no change of clocks moves a reminder. */
export interface ReminderPlan {
  readonly startAfterDays: number;
  readonly intervalDays: number;
  readonly maxCount: number;
}

/** How far the reminders of an interview are. */
export interface Reminded {
  readonly sentAt: Date;
  /** Of the plan, that were sent. */
  readonly reminders: number;
  readonly now: Date;
}

/** When the next reminder is due; null after the last one. One that was sent late is no reason for two at once. */
export function nextReminderAt(plan: ReminderPlan, { sentAt, reminders, now }: Reminded): Date | null {
  if (reminders >= plan.maxCount) return null;
  const interval = plan.intervalDays * DAY_MS;
  const planned = sentAt.getTime() + plan.startAfterDays * DAY_MS + reminders * interval;
  const isMissed = reminders > 0 && planned <= now.getTime();
  return new Date(isMissed ? now.getTime() + interval : planned);
}
