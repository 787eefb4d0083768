import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Conversation } from './conversation.entity.ts';

const PKEY = 'conversation_tags_pkey';

/** A tag of a conversation. Triggers on `conversations` write these rows. */
@Entity('conversation_tags')
@Index('conversation_tags_all', ['projectId', 'key', 'tag'])
@Index('conversation_tags_own', ['projectId', 'createdById', 'key', 'tag'])
@ForeignKey(() => Conversation, ['projectId', 'conversationId'], ['projectId', 'id'], {
  name: 'conversation_tags_conversation',
  onDelete: 'CASCADE',
})
export class ConversationTag {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: PKEY })
  readonly conversationId!: string;

  /** The form of the tag by which tags are compared. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: PKEY })
  readonly key!: string;

  @Column('text')
  readonly tag!: string;

  /** The creator of the conversation: users who see only their own conversations see only the tags of these. */
  @Column('uuid', { name: 'created_by_id' })
  readonly createdById!: string;
}
