import type { ChatEntryType, ChatRole, JsonObject, ToolType } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { Conversation } from './conversation.entity.ts';

/** What an entry says, before it has its place in a conversation. */
export interface Said {
  readonly role: ChatRole;
  readonly type: ChatEntryType;
  readonly content: string;
  readonly queryId: number;
  readonly toolType?: ToolType;
  readonly inputParameters?: JsonObject;
  readonly results?: readonly JsonObject[];
}

/** An entry of a conversation. Entries are never changed. */
@Entity('conversation_entries')
@Index('conversation_entries_of_question', ['projectId', 'conversationId', 'queryId', 'number'])
@Index('conversation_entries_text', { synchronize: false })
@ForeignKey(() => Conversation, ['projectId', 'conversationId'], ['projectId', 'id'], {
  name: 'conversation_entries_conversation',
  onDelete: 'CASCADE',
})
@Check('conversation_entries_role', `role IN ('user', 'assistant')`)
@Check('conversation_entries_type', `type IN ('message', 'tool_call', 'reasoning_flow')`)
export class ConversationEntry {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'conversation_entries_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'conversation_entries_pkey' })
  readonly conversationId!: string;

  /** Its place in the conversation, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'conversation_entries_pkey' })
  readonly number!: number;

  @Column('uuid')
  readonly id!: string;

  @Column('text')
  readonly role!: ChatRole;

  @Column('text')
  readonly type!: ChatEntryType;

  @Column('text')
  readonly content!: string;

  @Column('integer', { name: 'query_id' })
  readonly queryId!: number;

  @Column('text', { name: 'tool_type', nullable: true })
  readonly toolType!: ToolType | null;

  @Column('json', { name: 'input_parameters' })
  readonly inputParameters!: object;

  @Column('json')
  readonly results!: object[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** Adds the last entry of a locked conversation. Leaves out its results if the conversation has no room for them. */
  static in(conversation: Conversation, said: Said, now: Date): ConversationEntry {
    const { toolType = null, inputParameters = {}, results: all = [], ...fields } = said;
    const sizeWith = (results: readonly JsonObject[]): number =>
      Buffer.byteLength(JSON.stringify([fields.content, inputParameters, results]));
    const whole = sizeWith(all);
    const hasRoom = conversation.hasRoomFor(whole);
    const results = hasRoom ? all : [];
    const number = conversation.grow(hasRoom ? whole : sizeWith([]), now);
    return Object.assign(new ConversationEntry(), {
      ...fields,
      projectId: conversation.projectId,
      conversationId: conversation.id,
      number,
      id: v7(),
      toolType,
      inputParameters,
      results: [...results],
      createdAt: now,
    } satisfies Partial<ConversationEntry>);
  }
}
