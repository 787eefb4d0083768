import {
  type JsonObject,
  Flag,
  Integer,
  ListOf,
  Nested,
  OneOf,
  SomeObject,
  Text,
  Texts,
  Timestamp,
  Uuid,
  Uuids,
  Words,
} from '../kit/fields.ts';
import { CampaignReference } from './campaigns.contract.ts';

/** `interview`: along questions; `guided-interview`: along topics; `imported-interview`: recorded elsewhere, read only. */
export const INTERVIEW_TYPES = ['interview', 'guided-interview', 'imported-interview'] as const;
/** The type of one interview: how it is held (api.md, Interview). */
export type InterviewType = (typeof INTERVIEW_TYPES)[number];

/** The progress of an interview. */
export const INTERVIEW_STATUSES = ['pending', 'in_progress', 'completed'] as const;
/** The state of an interview that is taken; an imported one has none until it is read (api.md, Interview). */
export type InterviewStatus = (typeof INTERVIEW_STATUSES)[number];

/** The progress of a topic of a guided interview. */
export const TOPIC_STATUSES = ['open', 'in_progress', 'covered', 'skipped'] as const;
/** The progress of one topic. */
export type TopicStatus = (typeof TOPIC_STATUSES)[number];

/** `local`: edits stay in the conversation; `global`: they write to the project's knowledge. */
export const WRITE_SCOPES = ['local', 'global'] as const;
/** Where the edits of one interview go (api.md, Interview). */
export type WriteScope = (typeof WRITE_SCOPES)[number];

/** The progress of reading an imported transcript. */
export const IMPORT_STATUSES = ['parsing', 'completed', 'failed'] as const;
/** The progress of one import (decisions 6). */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The platforms of meetings. */
export const MEETING_PLATFORMS = ['zoom', 'google_meet', 'microsoft_teams', 'other'] as const;
/** The platform of one meeting, `other` for any platform not listed (decisions 6). */
export type MeetingPlatform = (typeof MEETING_PLATFORMS)[number];

/** The progress of an import (api.md, `import_info`). */
export class ImportInfo {
  @OneOf(IMPORT_STATUSES)
  readonly import_status!: ImportStatus;

  @Texts()
  readonly participants!: readonly string[];

  @Words({ nullable: true, description: 'A calendar date.' })
  readonly interview_date!: string | null;

  @Words({ nullable: true })
  readonly error!: string | null;
}

/** A participant of a meeting. */
export class MeetingParticipant {
  @Text({ max: 255 })
  readonly id!: string;

  @Text({ max: 255 })
  readonly name!: string;

  @Flag()
  readonly is_host!: boolean;
}

/** The meeting that a transcript records (api.md, `meeting_info`). */
export class MeetingInfo {
  @Uuid()
  readonly meeting_id!: string;

  @OneOf(MEETING_PLATFORMS)
  readonly platform!: MeetingPlatform;

  @ListOf(MeetingParticipant, { maxItems: 100 })
  readonly participants!: readonly MeetingParticipant[];

  @Integer({ min: 0 })
  readonly duration_ms!: number;

  @Timestamp()
  readonly started_at!: string;

  @Text()
  readonly url!: string;
}

/** An interview without its contents (api.md, Interview summary). */
export class InterviewSummary {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Uuid()
  readonly created_by!: string;

  @Words()
  readonly created_by_email!: string;

  @OneOf(INTERVIEW_TYPES)
  readonly type!: InterviewType;

  @Uuid({ nullable: true, description: 'Null for an import, and while the invited person has not joined.' })
  readonly assigned_to!: string | null;

  @Uuid({ description: 'Of an import: who imported it.' })
  readonly assigned_by!: string;

  @Words({
    description: 'The e-mail of the assignee, or of the invite until they have joined. Empty for an import.',
  })
  readonly assigned_to_email!: string;

  @Words({ description: 'Of an import: the e-mail of who imported it.' })
  readonly assigned_by_email!: string;

  @Flag({ description: 'Whether the assignee has not joined the project yet.' })
  readonly is_pending_invite!: boolean;

  @Nested(ImportInfo, { nullable: true, description: 'For imports only; otherwise null.' })
  readonly import_info!: ImportInfo | null;

  @Nested(MeetingInfo, { nullable: true, description: 'For imports only; otherwise null.' })
  readonly meeting_info!: MeetingInfo | null;

  @OneOf(INTERVIEW_STATUSES, { nullable: true, description: 'Null until an import is read.' })
  readonly status!: InterviewStatus | null;

  @Nested(CampaignReference, { nullable: true })
  readonly campaign!: CampaignReference | null;

  @Words({ description: 'The beginning of the first message; empty if there is none.' })
  readonly first_message_preview!: string;

  @Integer()
  readonly message_count!: number;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** An entry of the transcript (decisions 6). */
export class ChatEntry {
  @Uuid()
  readonly id!: string;

  @OneOf(['assistant', 'user'])
  readonly role!: 'assistant' | 'user';

  @Words()
  readonly content!: string;

  @OneOf(['message'])
  readonly type!: 'message';

  @Timestamp()
  readonly timestamp!: string;

  @Integer({
    nullable: true,
    description: 'The index of the topic or question that the entry is about, from 0.',
  })
  readonly topic_index!: number | null;
}

/** What the interviewer remembers of the conversation (decisions 6). */
export class ChatMemory {
  @Words()
  readonly summary!: string;

  @Texts()
  readonly covered_topics!: readonly string[];

  @Texts()
  readonly facts!: readonly string[];
}

/** A topic of the agenda of a guided interview. */
export class Topic {
  @Words()
  readonly title!: string;

  @Words()
  readonly description!: string;

  @OneOf(TOPIC_STATUSES)
  readonly status!: TopicStatus;

  @Words()
  readonly skill_id!: string;
}

/** A whole interview (api.md, Interview). */
export class Interview extends InterviewSummary {
  @SomeObject({
    description:
      'The settings of the assignment: `topic`, `questions`, `language`, the messages, the reminders.',
  })
  readonly type_additional_parameters!: JsonObject;

  @ListOf(ChatEntry, { description: 'The whole transcript, in order.' })
  readonly chat_history!: readonly ChatEntry[];

  @Nested(ChatMemory)
  readonly chat_memory!: ChatMemory;

  @Uuids({ description: 'Documents that only this interview uses.' })
  readonly local_documents!: readonly string[];

  @ListOf(Topic, { description: 'The agenda of a guided interview, in order; empty for other types.' })
  readonly topics!: readonly Topic[];

  @OneOf(WRITE_SCOPES)
  readonly write_scope!: WriteScope;

  @Timestamp({
    nullable: true,
    description:
      'When the reminders were permanently stopped by an admin, the assigner or a link in an e-mail.',
  })
  readonly reminders_stopped_at!: string | null;
}
