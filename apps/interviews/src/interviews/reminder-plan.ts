const DAY_MS = 24 * 60 * 60_000;

/** When an assignee is reminded, counted from the sending in days of 24 hours, so that daylight saving time does not move reminders. */
export interface ReminderPlan {
  readonly startAfterDays: number;
  readonly intervalDays: number;
  readonly maxCount: number;
}

/** The progress of an interview's reminders. */
export interface Reminded {
  readonly sentAt: Date;
  /** How many reminders of the plan were sent. */
  readonly reminders: number;
  readonly now: Date;
}

/**
 * When the next reminder is due; null after the last one. If the one before was sent late, the next is due as planned if that
 * is at least half an interval later, otherwise a whole interval later.
 */
export function nextReminderAt(plan: ReminderPlan, { sentAt, reminders, now }: Reminded): Date | null {
  if (reminders >= plan.maxCount) return null;
  const interval = plan.intervalDays * DAY_MS;
  const planned = sentAt.getTime() + plan.startAfterDays * DAY_MS + reminders * interval;
  const isTooSoon = reminders > 0 && planned - now.getTime() < interval / 2;
  return new Date(isTooSoon ? now.getTime() + interval : planned);
}
