import { contract, nothing, page, rpc } from '../kit/contract.ts';
import {
  Emails,
  Flag,
  Integer,
  ListOf,
  Nested,
  OneOf,
  Text,
  Texts,
  Timestamp,
  Uuid,
  Uuids,
  Words,
} from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';
import { ASSIGNED_TYPES, ASSIGNMENT, type AssignedType } from './assignment-fields.ts';
import { CAMPAIGN_NAME } from './campaigns.contract.ts';
import { TopicContent } from './assignment.contract.ts';
import { SourceSession, TestRun } from './test-run.ts';

/** A topic of a draft. */
export class DraftTopic {
  @Uuid({ description: 'Send it in an update to keep the topic.' })
  readonly id!: string;

  @Words()
  readonly title!: string;

  @Words()
  readonly description!: string;

  @Words()
  readonly skill_id!: string;
}

/** The campaign that a draft names. */
export class DraftCampaign {
  @Uuid({ nullable: true, description: 'Null while the project has no campaign of this name.' })
  readonly id!: string | null;

  @Words()
  readonly name!: string;
}

/** A draft of an interview (api.md, Interview draft). */
export class InterviewDraft {
  @Uuid()
  readonly id!: string;

  @Words({ description: 'Derived from the topic if no name was given; `Untitled draft` without a topic.' })
  readonly name!: string;

  @Words()
  readonly topic!: string;

  @OneOf(ASSIGNED_TYPES)
  readonly interview_type!: AssignedType;

  @Texts()
  readonly questions!: readonly string[];

  @ListOf(DraftTopic)
  readonly topics!: readonly DraftTopic[];

  @Uuids()
  readonly assignee_ids!: readonly string[];

  @Texts()
  readonly invite_emails!: readonly string[];

  @Words()
  readonly language!: string;

  @Words()
  readonly custom_message!: string;

  @Words()
  readonly custom_focus!: string;

  @Timestamp({ nullable: true })
  readonly scheduled_send_at!: string | null;

  @Flag()
  readonly reminders_enabled!: boolean;

  @Integer()
  readonly reminder_start_after_days!: number;

  @Integer()
  readonly reminder_interval_days!: number;

  @Integer()
  readonly reminder_max_count!: number;

  @Nested(DraftCampaign, { nullable: true })
  readonly campaign!: DraftCampaign | null;

  @ListOf(TestRun, { description: 'Newest first. The newest 20 are kept.' })
  readonly test_runs!: readonly TestRun[];

  @Nested(SourceSession, { nullable: true })
  readonly source_session!: SourceSession | null;

  @Uuid()
  readonly created_by!: string;

  @Words()
  readonly created_by_email!: string;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** A topic for a draft. */
export class NewDraftTopic extends TopicContent {
  @Uuid({
    optional: true,
    nullable: true,
    description: 'The id of the topic that this one replaces. Any other id is ignored.',
  })
  readonly id?: string | null;
}

/** A draft is unfinished by nature: any field may be absent or null, and any text blank. */
const MAYBE = { optional: true, nullable: true } as const;
const MAYBE_BLANK = { ...MAYBE, blank: true } as const;

/**
 * Saves a new draft. The fields given follow the rules of an assignment; whether the draft can be sent is not checked.
 */
export class CreateDraft extends InProject {
  @Text({
    ...ASSIGNMENT.name,
    ...MAYBE_BLANK,
    description: 'A draft without a name is named after its topic, even when the topic changes.',
  })
  readonly name?: string | null;

  @Text({ ...ASSIGNMENT.topic, ...MAYBE_BLANK })
  readonly topic?: string | null;

  @OneOf(ASSIGNED_TYPES, MAYBE)
  readonly interview_type?: AssignedType | null;

  @Texts({ ...ASSIGNMENT.questions, ...MAYBE })
  readonly questions?: readonly string[] | null;

  @ListOf(NewDraftTopic, { ...ASSIGNMENT.topics, ...MAYBE })
  readonly topics?: readonly NewDraftTopic[] | null;

  @Uuids({
    ...MAYBE,
    description: 'The ids of users. Whether they can be interviewed is checked when the draft is assigned.',
  })
  readonly assignee_ids?: readonly string[] | null;

  @Emails({ ...ASSIGNMENT.invite_emails, ...MAYBE })
  readonly invite_emails?: readonly string[] | null;

  @Text({ ...ASSIGNMENT.language, ...MAYBE_BLANK })
  readonly language?: string | null;

  @Text({ ...ASSIGNMENT.custom_message, ...MAYBE })
  readonly custom_message?: string | null;

  @Text({ ...ASSIGNMENT.custom_focus, ...MAYBE })
  readonly custom_focus?: string | null;

  @Timestamp({ ...ASSIGNMENT.scheduled_send_at, ...MAYBE })
  readonly scheduled_send_at?: string | null;

  @Flag(MAYBE)
  readonly reminders_enabled?: boolean | null;

  @Integer({ ...ASSIGNMENT.reminder_start_after_days, ...MAYBE })
  readonly reminder_start_after_days?: number | null;

  @Integer({ ...ASSIGNMENT.reminder_interval_days, ...MAYBE })
  readonly reminder_interval_days?: number | null;

  @Integer({ ...ASSIGNMENT.reminder_max_count, ...MAYBE })
  readonly reminder_max_count?: number | null;

  @Text({
    ...CAMPAIGN_NAME,
    ...MAYBE_BLANK,
    description: 'The campaign may not exist yet. Use either this or `campaign_id`.',
  })
  readonly campaign_name?: string | null;

  @Uuid({ ...MAYBE, description: 'Null for no campaign, unless `campaign_name` names one.' })
  readonly campaign_id?: string | null;
}

/** Changes fields of a draft. Absent fields stay unchanged; null resets a field to that of a new draft. */
export class UpdateDraft extends CreateDraft {
  @Uuid()
  readonly draft_id!: string;
}

/** A request about one draft of a project. */
export class DraftReference extends InProject {
  @Uuid()
  readonly draft_id!: string;
}

/** The response to cloning a draft. */
export class ClonedDraft {
  @Words()
  readonly message!: string;

  @Nested(InterviewDraft)
  readonly cloned_draft!: InterviewDraft;
}

/** Drafts of interviews, newest first; an assignment deletes the draft that it sends (api.md Interviews, decisions 6). */
export const drafts = contract('interviews.drafts', {
  list: rpc(ProjectPage).by('admin').returns(page(InterviewDraft)),
  create: rpc(CreateDraft).by('admin').returns(InterviewDraft),
  get: rpc(DraftReference).by('admin').returns(InterviewDraft),
  update: rpc(UpdateDraft).by('admin').returns(InterviewDraft),
  clone: rpc(DraftReference).by('admin').returns(ClonedDraft),
  remove: rpc(DraftReference).by('admin').returns(nothing),
});
