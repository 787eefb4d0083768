import { contract, lasting, list, nothing, pageWith, rpc } from '../kit/contract.ts';
import { Flag, Integer, ListOf, Nested, OneOf, Text, Texts, Uuid } from '../kit/fields.ts';
import { FoundInTranscriptsCount } from '../kit/found.ts';
import { InProject, ProjectPage } from '../requests.ts';
import {
  CONVERSATION_TYPES,
  Conversation,
  ConversationEntry,
  ConversationItem,
  type ConversationType,
} from './conversation-views.ts';

/** An answer that takes longer than this fails. Milliseconds. */
export const ANSWER_TIME_LIMIT_MS = 120_000;
/**
 * The deadline of a call that waits for an answer: the answer's time limit, and some time for what precedes and
 * follows it. Milliseconds.
 */
const DEADLINE_MS = ANSWER_TIME_LIMIT_MS + 5_000;

/** The longest tag. Characters. */
export const MAX_TAG = 64;

const TAGS = {
  max: MAX_TAG,
  maxItems: 50,
  comma: false,
  description:
    'Duplicates are removed, ignoring case. A tag must not contain a comma, which separates tags in filters.',
  example: ['onboarding'],
};

/** A page of conversations: the caller's own, for admins all. */
export class ListConversations extends ProjectPage {
  @Text({
    max: 5_000,
    optional: true,
    description: 'Tags, separated by commas: conversations with any of these, ignoring case.',
  })
  readonly tags?: string;

  @Flag({ default: false, description: 'Only conversations without tags.' })
  readonly no_tags!: boolean;

  @Text({
    blank: true,
    max: 255,
    default: '',
    description: 'Part of the name or of any message, ignoring case.',
  })
  readonly text!: string;

  @Flag({ default: false, description: 'Include archived conversations.' })
  readonly include_archived!: boolean;
}

/** Begins a conversation. */
export class CreateConversation extends InProject {
  @Uuid({ optional: true, description: 'The default settings of the project if absent.' })
  readonly agent_settings?: string;

  @Text({
    max: 255,
    trim: true,
    optional: true,
    description: 'The beginning of the first message by default.',
    example: 'Refunds',
  })
  readonly name?: string;

  @OneOf(CONVERSATION_TYPES, { default: 'playground' })
  readonly type!: ConversationType;

  @Texts({ ...TAGS, default: [] })
  readonly tags!: readonly string[];
}

/** A request about one conversation of a project. */
export class ConversationReference extends InProject {
  @Uuid()
  readonly conversation_id!: string;
}

/** Fields that are absent do not change. */
export class UpdateConversation extends ConversationReference {
  @Text({ max: 255, trim: true, optional: true, example: 'Refunds' })
  readonly name?: string;

  @Texts({ ...TAGS, optional: true })
  readonly tags?: readonly string[];
}

/** A question to the agent. */
export class AskAgent extends ConversationReference {
  @Text({ example: 'How long may a refund take?' })
  readonly content!: string;
}

/** A question to the agent, for clients that follow the answer while it is written. */
export class AskAndFollow extends ConversationReference {
  @Text({ example: 'How long may a refund take?' })
  readonly message!: string;
}

/** A question that was asked. */
export class QuestionAsked {
  @Integer()
  readonly query_id!: number;
}

/** Follows the answer to a question: requests the entries after a given one. */
export class FollowAnswer extends ConversationReference {
  @Integer({ optional: true, description: 'The question; without it, the last one.' })
  readonly query_id?: number;

  @Integer({ default: 0, description: 'The number of an entry in its conversation: those after it.' })
  readonly after!: number;

  @Flag({ default: false, description: 'Also what was said about earlier questions.' })
  readonly earlier!: boolean;
}

/** An entry, and its number in its conversation. */
export class NumberedEntry {
  @Integer()
  readonly number!: number;

  @Nested(ConversationEntry)
  readonly entry!: ConversationEntry;
}

/** The progress of an answer: `answering` until it ends. */
export const ANSWER_STATUSES = ['answering', 'answered', 'failed'] as const;
/** The progress of one answer. */
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/** The progress of an answer, with its new entries. */
export class AnswerProgress {
  @Integer({ description: '0 where nothing was asked.' })
  readonly query_id!: number;

  @OneOf(ANSWER_STATUSES)
  readonly status!: AnswerStatus;

  @ListOf(NumberedEntry)
  readonly entries!: readonly NumberedEntry[];

  @Flag({ description: 'Whether more entries may exist already: request those after the last one.' })
  readonly has_more!: boolean;
}

/** Whether a conversation is shared after the request. */
export class Sharing {
  @OneOf(['shared', 'unshared'])
  readonly status!: 'shared' | 'unshared';

  @Flag()
  readonly is_shared!: boolean;
}

/** The tags of the conversations that the caller can list. */
export class AllTags {
  @Texts({
    description: 'The first 1,000 distinct tags, ignoring case in the order of Unicode: `b` before `Ärger`.',
  })
  readonly tags!: readonly string[];
}

/** Requests the tags of conversations. */
export class ListTags extends InProject {}

/** Conversations with agents (api.md, decisions 7). Shared ones open by their id for every member of the project. */
export const conversations = contract('agents.conversations', {
  list: rpc(ListConversations).by('view').returns(pageWith(ConversationItem, FoundInTranscriptsCount)),
  create: rpc(CreateConversation).by('view').returns(Conversation),
  get: rpc(ConversationReference).by('view').returns(Conversation),
  update: rpc(UpdateConversation).by('view').returns(Conversation),
  archive: rpc(ConversationReference).by('view').returns(nothing),
  unarchive: rpc(ConversationReference).by('view').returns(nothing),
  removePermanently: rpc(ConversationReference).by('admin').returns(nothing),
  share: rpc(ConversationReference).by('view').returns(Sharing),
  unshare: rpc(ConversationReference).by('view').returns(Sharing),
  allTags: rpc(ListTags).by('view').returns(AllTags),
  /**
   * Returns the new entries: the question and its answer. `conflict` while the agent is answering another question.
   */
  ask: lasting(rpc(AskAgent).by('view').returns(list(ConversationEntry)), { ms: DEADLINE_MS }),
  /** Returns once the question is recorded; the agent answers it even if the caller disconnects. */
  begin: rpc(AskAndFollow).by('view').returns(QuestionAsked),
  /** Returns as soon as there is something new, otherwise after a few seconds. */
  follow: lasting(rpc(FollowAnswer).by('view').returns(AnswerProgress), { ms: 15_000 }),
});
