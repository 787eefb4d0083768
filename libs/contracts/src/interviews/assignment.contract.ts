import { contract, list, rpc } from '../kit/contract.ts';
import { Emails, Flag, Integer, ListOf, OneOf, Text, Texts, Timestamp, Uuid, Uuids } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { ASSIGNED_TYPES, ASSIGNMENT, type AssignedType, REMINDER_DEFAULTS } from './assignment-fields.ts';
import { CAMPAIGN_NAME } from './campaigns.contract.ts';
import { Interview, WRITE_SCOPES, type WriteScope } from './interview-views.ts';

/** The fields of a topic that a user enters. */
export class TopicContent {
  @Text({ max: 255, example: 'Onboarding' })
  readonly title!: string;

  @Text({ blank: true, default: '' })
  readonly description!: string;

  @Text({ max: 255, blank: true, default: '' })
  readonly skill_id!: string;
}

/** A field that may be absent or null, for no value. */
const MAYBE = { optional: true, nullable: true } as const;

/** A topic for an interview. */
export class NewTopic extends TopicContent {
  @Uuid({ ...MAYBE, description: 'The id of the topic in a draft. Interviews have none.' })
  readonly id?: string | null;
}

/** Assigns interviews, one per person: all, or none (decisions 6). */
export class AssignInterviews extends InProject {
  @Uuids({ default: [], description: 'Members with the profile `tech` or `contributor`.' })
  readonly assignee_ids!: readonly string[];

  @Emails({ ...ASSIGNMENT.invite_emails, default: [] })
  readonly invite_emails!: readonly string[];

  @Text(ASSIGNMENT.topic)
  readonly topic!: string;

  @Text({ ...ASSIGNMENT.name, ...MAYBE })
  readonly name?: string | null;

  @OneOf(WRITE_SCOPES, { default: 'local', description: '`global` needs every assignee to be an admin.' })
  readonly write_scope!: WriteScope;

  @OneOf(ASSIGNED_TYPES, { default: 'interview', description: '`guided-interview` needs `topics`.' })
  readonly interview_type!: AssignedType;

  @Texts({ ...ASSIGNMENT.questions, default: [] })
  readonly questions!: readonly string[];

  @ListOf(NewTopic, { ...ASSIGNMENT.topics, default: [] })
  readonly topics!: readonly NewTopic[];

  @Text({ ...ASSIGNMENT.language, ...MAYBE })
  readonly language?: string | null;

  @Text({ ...ASSIGNMENT.custom_message, ...MAYBE })
  readonly custom_message?: string | null;

  @Text({ ...ASSIGNMENT.custom_focus, ...MAYBE })
  readonly custom_focus?: string | null;

  @Timestamp({ ...ASSIGNMENT.scheduled_send_at, ...MAYBE })
  readonly scheduled_send_at?: string | null;

  @Flag({ default: REMINDER_DEFAULTS.reminders_enabled })
  readonly reminders_enabled!: boolean;

  @Integer({
    ...ASSIGNMENT.reminder_start_after_days,
    default: REMINDER_DEFAULTS.reminder_start_after_days,
  })
  readonly reminder_start_after_days!: number;

  @Integer({ ...ASSIGNMENT.reminder_interval_days, default: REMINDER_DEFAULTS.reminder_interval_days })
  readonly reminder_interval_days!: number;

  @Integer({ ...ASSIGNMENT.reminder_max_count, default: REMINDER_DEFAULTS.reminder_max_count })
  readonly reminder_max_count!: number;

  @Text({
    ...CAMPAIGN_NAME,
    ...MAYBE,
    description: 'A name that no campaign has creates one. Use either this or `campaign_id`.',
  })
  readonly campaign_name?: string | null;

  @Uuid(MAYBE)
  readonly campaign_id?: string | null;

  @Uuid({ ...MAYBE, description: 'The draft to assign; it is deleted by the assignment.' })
  readonly draft_id?: string | null;
}

/** Assigns interviews (decisions 6). */
export const assignment = contract('interviews.assignment', {
  assign: rpc(AssignInterviews).by('admin').returns(list(Interview)),
});
