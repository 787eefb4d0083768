import { contract, nothing, pageWith, rpc } from '../kit/contract.ts';
import {
  Flag,
  Integer,
  type JsonObject,
  ListOf,
  Nested,
  OneOf,
  SomeObject,
  Text,
  Timestamp,
  Uuid,
  Words,
} from '../kit/fields.ts';
import { FoundCount } from '../kit/found.ts';
import { InProject, ProjectPage } from '../requests.ts';
import { SignalCounts } from './signal-counts.ts';

/** `to_review` signals are open; the others are closed. */
export const SIGNAL_STATUSES = ['to_review', 'reviewed', 'dismissed'] as const;
/** The state of a signal (api.md, Signal status). */
export type SignalStatus = (typeof SIGNAL_STATUSES)[number];

/** The sentiment of a signal: `is_positive` true, false or null. */
export const SENTIMENTS = ['positive', 'negative', 'neutral'] as const;
/** The sentiment of one signal. */
export type Sentiment = (typeof SENTIMENTS)[number];

/** `actionable`: negative or neutral. */
export const SENTIMENT_FILTERS = ['actionable', 'positive', 'all'] as const;
/** The sentiments that a list of signals includes. */
export type SentimentFilter = (typeof SENTIMENT_FILTERS)[number];

/** The surfaces from which signals are submitted; `api` unless the caller names another. */
export const SIGNAL_SOURCES = [
  'PlaygroundConversation',
  'MCP',
  'Manual',
  'ObjectsExplorer',
  'cross_store_conversation',
  'api',
] as const;
/** The surface from which one signal was submitted (api.md, Signal). */
export type SignalSource = (typeof SIGNAL_SOURCES)[number];

/** What a signal suggests to its reviewer (decisions 5). */
export const SUGGESTED_ACTIONS = ['none', 'edit_artifact', 'add_knowledge', 'review_conversation'] as const;
/** The action that one signal suggests. */
export type SuggestedAction = (typeof SUGGESTED_ACTIONS)[number];

/** The user who submitted or closed a signal. */
export class SignalUser {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** Feedback about the content of a project (api.md, Signal). */
export class Signal {
  @Uuid()
  readonly id!: string;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;

  @Nested(SignalUser)
  readonly given_by!: SignalUser;

  @OneOf(SIGNAL_STATUSES)
  readonly status!: SignalStatus;

  @Words()
  readonly feedback!: string;

  @SomeObject({ description: 'The context exactly as it was submitted.' })
  readonly context!: JsonObject;

  @Flag({ nullable: true, description: 'True: positive, false: negative, null: neutral.' })
  readonly is_positive!: boolean | null;

  @Words({ description: 'The message that the feedback is about.' })
  readonly user_message!: string;

  @Words()
  readonly conversation_title!: string;

  @OneOf(SUGGESTED_ACTIONS, { description: 'Determined after the signal is created.' })
  readonly suggested_action_type!: SuggestedAction;

  @SomeObject({ description: 'The most similar artifact or document, and why.' })
  readonly suggested_action_data!: JsonObject;

  @Timestamp({ nullable: true, description: 'When the signal was closed; null while it is open.' })
  readonly reviewed_at!: string | null;

  @Nested(SignalUser, {
    nullable: true,
    description: 'Null while the signal is open, and if an unattended agent closed it.',
  })
  readonly reviewed_by!: SignalUser | null;

  @Integer({ nullable: true, description: 'The number of the question that the signal is about.' })
  readonly query_id!: number | null;

  @OneOf(SIGNAL_SOURCES)
  readonly source!: SignalSource;
}

/** Submits a signal; the caller becomes its submitter. */
export class SubmitSignal extends InProject {
  @Text({
    blank: true,
    description: 'May be blank only if `is_positive` is given.',
    example: 'The churn rate is out of date.',
  })
  readonly feedback!: string;

  @Flag({
    nullable: true,
    optional: true,
    description: 'True: positive, false: negative. Neutral if null or absent.',
  })
  readonly is_positive?: boolean | null;

  @SomeObject({ default: {}, description: 'Any object of up to 64 KiB; it is returned unchanged.' })
  readonly context!: JsonObject;
}

/** A search: a part of the text or of the submitter's e-mail; `%` and `_` are plain characters. */
const SEARCH = {
  blank: true,
  max: 255,
  default: '',
  description:
    "A part of the text or of the submitter's e-mail, ignoring case. Of more than 10,000 signals, the newest 10,000 are found.",
} as const;

/** A page of signals, filtered by status, sentiment and text. */
export class ListSignals extends ProjectPage {
  @OneOf(SIGNAL_STATUSES, { optional: true })
  readonly status?: SignalStatus;

  @OneOf(SENTIMENT_FILTERS, { default: 'all', description: '`actionable`: negative or neutral.' })
  readonly sentiment!: SentimentFilter;

  @OneOf(['true', 'false', 'null'], { optional: true, description: 'Overrides `sentiment`.' })
  readonly is_positive?: 'true' | 'false' | 'null';

  @Text(SEARCH)
  readonly search!: string;
}

/** A request about one signal of a project. */
export class SignalReference extends InProject {
  @Uuid()
  readonly signal_id!: string;
}

/** Fields that are absent do not change. */
export class UpdateSignal extends SignalReference {
  @OneOf(SIGNAL_STATUSES, { optional: true })
  readonly status?: SignalStatus;

  @Text({ blank: true, optional: true })
  readonly feedback?: string;

  @Flag({ nullable: true, optional: true })
  readonly is_positive?: boolean | null;
}

/** `to_review`: groups with an open signal; `reviewed`: groups without one. */
export const GROUP_STATUSES = ['to_review', 'reviewed'] as const;
/** Which groups of signals a list includes (decisions 5). */
export type GroupStatus = (typeof GROUP_STATUSES)[number];

/** A page of signals grouped by conversation. */
export class ListSignalGroups extends ProjectPage {
  @OneOf(GROUP_STATUSES, {
    optional: true,
    description:
      '`to_review`: groups with an open signal, newest open signal first; `reviewed`: groups without one, newest reviewed signal first.',
  })
  readonly status?: GroupStatus;

  @Text({
    ...SEARCH,
    description: 'Groups with a signal whose text or submitter’s e-mail contains this, ignoring case.',
  })
  readonly search!: string;

  @Flag({ default: false, in: 'query', description: 'Include groups of archived conversations.' })
  readonly include_archived!: boolean;
}

/** The signals of a conversation, or one signal without a conversation. */
export class SignalGroup {
  @Uuid({
    nullable: true,
    description: 'Null for a signal without a conversation, which is a group of its own.',
  })
  readonly conversation_id!: string | null;

  @Words({
    description:
      'The current title, or that of the newest signal if the conversation was deleted or is not visible to the caller.',
  })
  readonly conversation_title!: string;

  @Timestamp({ nullable: true, description: 'Null if the conversation is not visible to the caller.' })
  readonly conversation_created_at!: string | null;

  @Words({ description: 'Empty if the conversation was deleted or is not visible to the caller.' })
  readonly agent_name!: string;

  @Flag({ description: 'True for a deleted conversation, too.' })
  readonly conversation_is_archived!: boolean;

  @Integer()
  readonly to_review_count!: number;

  @Integer()
  readonly reviewed_count!: number;

  @Integer()
  readonly dismissed_count!: number;

  @ListOf(Signal, {
    description:
      'The most recently updated first, 100 at most: with `status=to_review`, closed ones are left out before open ones. The counts include all.',
  })
  readonly signals!: readonly Signal[];
}

/** Marks the open signals of a conversation as reviewed. */
export class MarkConversationReviewed extends InProject {
  @Uuid({ example: '018f0000-0000-7000-8000-000000000000' })
  readonly conversation_id!: string;
}

/** The signals of a conversation that were marked as reviewed. */
export class ConversationReviewed {
  @Integer({ description: 'How many signals were open, and are now closed.' })
  readonly updated_count!: number;

  @Uuid()
  readonly conversation_id!: string;

  @OneOf(SIGNAL_STATUSES)
  readonly new_status!: SignalStatus;
}

/** Feedback about the content of a project: admins see all of it, others only their own (api.md Signals, decisions 5). */
export const signals = contract('feedback.signals', {
  submit: rpc(SubmitSignal).by('view').returns(Signal),
  list: rpc(ListSignals).by('view').returns(pageWith(Signal, FoundCount)),
  get: rpc(SignalReference).by('view').returns(Signal),
  update: rpc(UpdateSignal).by('view').returns(Signal),
  remove: rpc(SignalReference).by('admin').returns(nothing),
  counts: rpc(InProject).by('view').returns(SignalCounts),
  groupedByConversation: rpc(ListSignalGroups).by('view').returns(pageWith(SignalGroup, FoundCount)),
  markConversationReviewed: rpc(MarkConversationReviewed).by('admin').returns(ConversationReviewed),
});
