import {
  type CreateDraft,
  type DraftTopic,
  type InterviewDraft,
  type NewDraftTopic,
  REMINDER_DEFAULTS,
  timeOf,
} from '@pks/contracts';
import { v7 } from 'uuid';

/** The content of a draft, as the API shows it, without its name and its campaign. */
export type DraftContent = Pick<
  InterviewDraft,
  | 'topic'
  | 'interview_type'
  | 'questions'
  | 'topics'
  | 'assignee_ids'
  | 'invite_emails'
  | 'language'
  | 'custom_message'
  | 'custom_focus'
  | 'scheduled_send_at'
  | keyof typeof REMINDER_DEFAULTS
>;

/** The fields of a request that are content. */
export type ContentFields = Pick<CreateDraft, keyof DraftContent>;

/** The content of a draft in which nothing was entered. */
export const NO_CONTENT: DraftContent = {
  topic: '',
  interview_type: 'interview',
  questions: [],
  topics: [],
  assignee_ids: [],
  invite_emails: [],
  language: '',
  custom_message: '',
  custom_focus: '',
  scheduled_send_at: null,
  ...REMINDER_DEFAULTS,
};

/** The content after a change of these fields: an absent field stays, and null resets it as if nothing had been entered. */
export function contentWith(fields: ContentFields, before: DraftContent): DraftContent {
  const { topics, scheduled_send_at: sendAt } = fields;
  const value = <N extends keyof DraftContent>(
    name: N,
    given: DraftContent[N] | null | undefined,
  ): DraftContent[N] => (given === undefined ? before[name] : (given ?? NO_CONTENT[name]));
  return {
    topic: value('topic', fields.topic),
    interview_type: value('interview_type', fields.interview_type),
    questions: value('questions', fields.questions),
    topics: value('topics', topics && topicsOf(topics, before.topics)),
    assignee_ids: value('assignee_ids', fields.assignee_ids),
    invite_emails: value('invite_emails', fields.invite_emails),
    language: value('language', fields.language),
    custom_message: value('custom_message', fields.custom_message),
    custom_focus: value('custom_focus', fields.custom_focus),
    scheduled_send_at: value('scheduled_send_at', sendAt && timeOf(sendAt).toISOString()),
    reminders_enabled: value('reminders_enabled', fields.reminders_enabled),
    reminder_start_after_days: value('reminder_start_after_days', fields.reminder_start_after_days),
    reminder_interval_days: value('reminder_interval_days', fields.reminder_interval_days),
    reminder_max_count: value('reminder_max_count', fields.reminder_max_count),
  };
}

/** The content of a copy, in which only the ids of topics differ. */
export function copied(content: DraftContent): DraftContent {
  return { ...content, topics: content.topics.map((topic) => ({ ...topic, id: v7() })) };
}

/**
 * The sent topics with ids. A topic sent with the id of a known topic keeps it, once. A topic without an id gets that of the first
 * remaining topic that says the same, so that clients that send only the fields of the specification change nothing. Any other gets a new id.
 */
function topicsOf(sent: readonly NewDraftTopic[], known: readonly DraftTopic[]): readonly DraftTopic[] {
  const left = new Map(known.map((topic) => [topic.id, topic]));
  const named = sent.map(({ id }) => {
    const own = id?.toLowerCase() ?? '';
    return left.delete(own) ? own : undefined;
  });
  return sent.map(({ id: given, title, description, skill_id }, place) => {
    const content = { title, description, skill_id };
    const same = given ? undefined : [...left.values()].find((topic) => saysTheSame(topic, content));
    const id = named[place] ?? same?.id ?? v7();
    left.delete(id);
    return { id, ...content };
  });
}

function saysTheSame(a: Omit<DraftTopic, 'id'>, b: Omit<DraftTopic, 'id'>): boolean {
  return a.title === b.title && a.description === b.description && a.skill_id === b.skill_id;
}
