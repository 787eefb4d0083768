import {
  Flag,
  Integer,
  type JsonObject,
  ListOf,
  OneOf,
  SomeObject,
  SomeObjects,
  Texts,
  Timestamp,
  Uuid,
  Words,
} from '../kit/fields.ts';
import { TOOL_TYPES, type ToolType } from './tools.contract.ts';

/** The types of conversations: where they take place. */
export const CONVERSATION_TYPES = ['playground'] as const;
/** The `type` of one conversation. */
export type ConversationType = (typeof CONVERSATION_TYPES)[number];

/** Who wrote an entry of a conversation. */
export const CHAT_ROLES = ['user', 'assistant'] as const;
/** The author of one entry. */
export type ChatRole = (typeof CHAT_ROLES)[number];

/** `tool_call`: a tool that ran for the answer; `reasoning_flow`: the reasoning of a language model. */
export const CHAT_ENTRY_TYPES = ['message', 'tool_call', 'reasoning_flow'] as const;
/** The type of one entry of a history. */
export type ChatEntryType = (typeof CHAT_ENTRY_TYPES)[number];

/** An entry of a conversation (api.md, Conversation). */
export class ConversationEntry {
  @Uuid()
  readonly id!: string;

  @OneOf(CHAT_ROLES)
  readonly role!: ChatRole;

  @Words({ description: 'The text of the message, or the name of the tool for a `tool_call`.' })
  readonly content!: string;

  @OneOf(CHAT_ENTRY_TYPES)
  readonly type!: ChatEntryType;

  @Integer({
    description:
      'The number of the question in its conversation, from 1. All entries that answer it have the same number.',
  })
  readonly query_id!: number;

  @Timestamp()
  readonly timestamp!: string;

  @OneOf(TOOL_TYPES, { nullable: true, description: 'Null unless the entry is a `tool_call`.' })
  readonly tool_type!: ToolType | null;

  @SomeObject({ description: 'The values with which the tool was run.' })
  readonly input_parameters!: JsonObject;

  @SomeObjects({
    description:
      'For a `tool_call`, the objects that the tool returned; their fields depend on the tool. For an answer, its sources: documents and artifacts, with the place in each.',
  })
  readonly results!: readonly JsonObject[];
}

/** A conversation without its history. */
export class ConversationItem {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @OneOf(CONVERSATION_TYPES)
  readonly type!: ConversationType;

  @Uuid()
  readonly created_by!: string;

  @Uuid()
  readonly agent_settings!: string;

  @Words()
  readonly agent_settings_name!: string;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp({ description: 'When the conversation was last changed or got an entry.' })
  readonly updated_at!: string;

  @Texts()
  readonly tags!: readonly string[];

  @Flag({ description: 'Whether all members of the project may read the conversation by its id.' })
  readonly is_shared!: boolean;

  @Flag()
  readonly is_archived!: boolean;

  @Timestamp({ nullable: true })
  readonly archived_at!: string | null;
}

/** A conversation with its complete history (api.md, Conversation). */
export class Conversation extends ConversationItem {
  @ListOf(ConversationEntry, { description: 'Oldest entry first.' })
  readonly chat_history!: readonly ConversationEntry[];
}
