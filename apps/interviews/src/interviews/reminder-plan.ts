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

/**
 * When the next reminder is due; null after the last one. Where the last one was sent late, the next is due as planned if that
 * is at least half the interval later, else after the interval.
 */
export function nextReminderAt(plan: ReminderPlan, { sentAt, reminders, now }: Reminded): Date | null {
  if (reminders >= plan.maxCount) return null;
  const interval = plan.intervalDays * DAY_MS;
  const planned = sentAt.getTime() + plan.startAfterDays * DAY_MS + reminders * interval;
  const isTooSoon = reminders > 0 && planned - now.getTime() < interval / 2;
  return new Date(isTooSoon ? now.getTime() + interval : planned);
}
