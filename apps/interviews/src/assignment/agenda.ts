import { type AssignInterviews, type AssignedType, type NewTopic, type Topic, timeOf } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { assertOneCampaign } from '../campaigns/campaign-choice.ts';
import type { AssignmentParameters } from '../interviews/assignment-parameters.ts';
import { nameFrom } from '../interviews/interview-name.ts';
import type { ReminderPlan } from '../interviews/reminder-plan.ts';

/** The most that the interviews of an assignment take together: their agenda times their number. Bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

const TOPICS_REQUIRED = 'A guided interview needs at least one topic.';
const NO_TOPICS = 'Only a guided interview has topics.';
const TOO_LARGE =
  'This interview is too large for so many people: shorten it, or assign it to fewer at a time.';

/** What the interviews of an assignment have in common. */
export interface Agenda {
  readonly name: string;
  readonly topics: readonly Topic[];
  /** `type_additional_parameters` of the API. */
  readonly parameters: AssignmentParameters;
  readonly reminders: ReminderPlan | null;
}

/** The agenda of a request. @throws Invalid if fields contradict each other, or the agenda is too large for this many people. */
export function agendaOf(request: AssignInterviews, people: number): Agenda {
  const { interview_type: type, topics } = request;
  assertTopicsFit(type, topics);
  assertOneCampaign(request);
  const agenda = {
    name: request.name ?? nameFrom(request.topic),
    topics: topics.map(openTopic),
    parameters: parametersOf(request),
    reminders: remindersOf(request),
  };
  const bytes = Buffer.byteLength(JSON.stringify(agenda));
  if (bytes * people > MOST_BYTES) throw Invalid.field(assigneesField(request), TOO_LARGE);
  return agenda;
}

/** The topic without its id, which it has only in a draft. */
function openTopic({ title, description, skill_id }: NewTopic): Topic {
  return { title, description, skill_id, status: 'open' };
}

/** The field that names people. */
function assigneesField({ invite_emails: emails }: AssignInterviews): keyof AssignInterviews {
  return emails.length > 0 ? 'invite_emails' : 'assignee_ids';
}

/** Guided interviews have topics, and others have none. @throws Invalid */
export function assertTopicsFit(type: AssignedType, topics: readonly unknown[]): void {
  if (type === 'guided-interview' && topics.length === 0) throw Invalid.field('topics', TOPICS_REQUIRED);
  if (type !== 'guided-interview' && topics.length > 0) throw Invalid.field('topics', NO_TOPICS);
}

function parametersOf(request: AssignInterviews): AssignmentParameters {
  const { scheduled_send_at: sendAt } = request;
  return {
    topic: request.topic,
    questions: request.questions,
    language: request.language === '' ? null : (request.language ?? null),
    custom_message: request.custom_message ?? '',
    custom_focus: request.custom_focus ?? '',
    scheduled_send_at: sendAt ? timeOf(sendAt).toISOString() : null,
    reminders_enabled: request.reminders_enabled,
    reminder_start_after_days: request.reminder_start_after_days,
    reminder_interval_days: request.reminder_interval_days,
    reminder_max_count: request.reminder_max_count,
  };
}

function remindersOf(request: AssignInterviews): ReminderPlan | null {
  if (!request.reminders_enabled) return null;
  return {
    startAfterDays: request.reminder_start_after_days,
    intervalDays: request.reminder_interval_days,
    maxCount: request.reminder_max_count,
  };
}
