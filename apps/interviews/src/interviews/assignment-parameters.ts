import type { AssignInterviews } from '@pks/contracts';

/** How an interview was assigned: `type_additional_parameters` of the API. An imported one has no topic. */
export interface AssignmentParameters extends Pick<
  AssignInterviews,
  | 'topic'
  | 'questions'
  | 'reminders_enabled'
  | 'reminder_start_after_days'
  | 'reminder_interval_days'
  | 'reminder_max_count'
> {
  readonly language: string | null;
  readonly custom_message: string;
  readonly custom_focus: string;
  readonly scheduled_send_at: string | null;
}
