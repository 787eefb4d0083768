/** The most people to whom one request assigns interviews. */
export const MOST_ASSIGNEES = 1_000;

/** The most questions or topics of an interview. */
export const MOST_TOPICS = 100;

/** The types of interviews that people take. */
export const ASSIGNED_TYPES = ['interview', 'guided-interview'] as const;
/** The type of one interview that people take: any but an imported one. */
export type AssignedType = (typeof ASSIGNED_TYPES)[number];

/** The rules for the fields of an assignment, which its drafts share. */
export const ASSIGNMENT = {
  invite_emails: { maxItems: MOST_ASSIGNEES, description: 'People to be invited as contributors.' },
  topic: { example: 'How customers are onboarded' },
  name: { max: 255, trim: true, description: 'Derived from the topic by default.' },
  questions: {
    blank: false,
    maxItems: MOST_TOPICS,
    description:
      'Asked in this order. A guided interview works through its topics instead and does not ask them.',
  },
  topics: { maxItems: MOST_TOPICS, description: 'Worked through in this order.' },
  language: {
    max: 35,
    blank: true,
    description:
      'The language of the interview, a tag such as `de` (BCP 47). The interviewer speaks it if it can (docs/interviews.md), else English.',
    example: 'en',
  },
  custom_message: { blank: true, description: 'Shown in the e-mail to the assignees.' },
  custom_focus: { blank: true, description: 'What the interviewer pays particular attention to.' },
  scheduled_send_at: { description: 'When the e-mails are sent; immediately if absent or in the past.' },
  reminder_start_after_days: {
    min: 0,
    max: 365,
    description: 'Days from the first e-mail to the first reminder.',
  },
  reminder_interval_days: { min: 1, max: 365, description: 'Days between reminders.' },
  reminder_max_count: { min: 1, max: 50, description: 'At most this many reminders.' },
} as const;

/** The reminders of an assignment that does not set any. */
export const REMINDER_DEFAULTS = {
  reminders_enabled: false,
  reminder_start_after_days: 3,
  reminder_interval_days: 7,
  reminder_max_count: 3,
} as const;
