import { isDeepStrictEqual } from 'node:util';
import { type Caller, type ConversationType, beginningOf, isProjectAdmin } from '@pks/contracts';
import { Forbidden, NotFound, NotPossible, Participant, bigintNumber, changeTime } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { AgentSettings } from '../settings/agent-settings.entity.ts';
import { keysOf, withoutRepeats } from './tags.ts';

/** A conversation with this many entries takes no more questions. */
const MOST_ENTRIES = 20_000;
/** From this size on, entries are added without results and questions refused, so that one request can read a conversation. Bytes. */
export const MOST_BYTES = 32 * 1024 * 1024;
/** A conversation that nobody named gets this much of its first question as its name. Characters. */
const LONGEST_NAME = 80;

const UNNAMED = 'New conversation';
const ARCHIVED = 'This conversation is archived.';
const NOT_ARCHIVED = 'This conversation is not archived.';
const FULL = 'This conversation has reached its limit: begin another one.';

/** The given fields of a new conversation. */
export interface NewConversation {
  readonly projectId: string;
  readonly name: string | undefined;
  readonly type: ConversationType;
  readonly createdById: string;
  readonly agentSettingsId: string;
  readonly tags: readonly string[];
}

/** A conversation with an agent. */
@Entity('conversations')
@Index('conversations_newest', { synchronize: false })
@Index('conversations_current', { synchronize: false })
@Index('conversations_own', { synchronize: false })
@Index('conversations_tags', { synchronize: false })
@Index('conversations_name_text', { synchronize: false })
@ForeignKey(() => Participant, ['projectId', 'createdById'], ['projectId', 'userId'], {
  name: 'conversations_created_by',
})
@ForeignKey(() => AgentSettings, ['projectId', 'agentSettingsId'], ['projectId', 'id'], {
  name: 'conversations_agent_settings',
})
@Check('conversations_type', `type IN ('playground')`)
export class Conversation {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'conversations_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  readonly id!: string;

  @Column('text')
  name!: string;

  /** Whether somebody named it; otherwise it is named after its first question. */
  @Column('boolean', { name: 'is_named' })
  isNamed!: boolean;

  @Column('text')
  readonly type!: ConversationType;

  @Column('uuid', { name: 'created_by_id' })
  readonly createdById!: string;

  @Column('uuid', { name: 'agent_settings_id' })
  readonly agentSettingsId!: string;

  @Column('text', { array: true })
  tags!: string[];

  /** The forms of the tags by which lists compare them. */
  @Column('text', { name: 'tag_keys', array: true })
  tagKeys!: string[];

  @Column('boolean', { name: 'is_shared' })
  isShared!: boolean;

  @Column({ type: 'timestamptz', name: 'archived_at', precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Column('integer', { name: 'question_count' })
  questionCount!: number;

  @Column('integer', { name: 'entry_count' })
  entryCount!: number;

  /** The size of all entries together. Bytes. */
  @Column('bigint', { transformer: bigintNumber })
  size!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** Whether it changed in a way that other services need to learn of. */
  hasNews = false;

  static begin({ name, tags, ...fields }: NewConversation, now: Date): Conversation {
    return Object.assign(new Conversation(), {
      ...fields,
      ...taggedWith(tags),
      id: v7(),
      name: name ?? UNNAMED,
      isNamed: name !== undefined,
      isShared: false,
      archivedAt: null,
      questionCount: 0,
      entryCount: 0,
      size: 0,
      createdAt: now,
      updatedAt: now,
      hasNews: true,
    } satisfies Partial<Conversation>);
  }

  /** Changes the given fields. Returns whether anything changed. */
  change(choices: { readonly name?: string; readonly tags?: readonly string[] }, now: Date): boolean {
    const { name = this.name } = choices;
    const tagged = choices.tags === undefined ? { tags: this.tags } : taggedWith(choices.tags);
    const isSame = name === this.name && isDeepStrictEqual(tagged.tags, this.tags);
    if (choices.name !== undefined) this.isNamed = true;
    if (isSame) return false;
    this.rename(name);
    Object.assign(this, tagged);
    this.touch(now);
    return true;
  }

  /** Archiving it again changes nothing. */
  archive(now: Date): void {
    if (this.archivedAt) return;
    this.archivedAt = now;
    this.hasNews = true;
    this.touch(now);
  }

  /** @throws NotPossible unless it is archived. */
  unarchive(now: Date): void {
    this.assertArchived();
    this.archivedAt = null;
    this.hasNews = true;
    this.touch(now);
  }

  /** Prepares it for deletion. @throws NotPossible unless it is archived. */
  end(now: Date): void {
    this.assertArchived();
    this.touch(now);
  }

  share(isShared: boolean, now: Date): void {
    if (isShared === this.isShared) return;
    this.isShared = isShared;
    this.hasNews = true;
    this.touch(now);
  }

  /** Counts a new question and returns its number. @throws NotPossible for an archived conversation, and a full one. */
  ask(content: string, now: Date): number {
    if (this.archivedAt) throw new NotPossible(ARCHIVED);
    if (this.entryCount >= MOST_ENTRIES || this.size >= MOST_BYTES) throw new NotPossible(FULL);
    if (!this.isNamed && this.questionCount === 0) this.rename(nameFrom(content));
    this.questionCount += 1;
    this.touch(now);
    return this.questionCount;
  }

  /** Whether the conversation has room for an entry of this size. */
  hasRoomFor(bytes: number): boolean {
    return this.size + bytes <= MOST_BYTES;
  }

  /** Counts a new entry of this size and returns its number. */
  grow(bytes: number, now: Date): number {
    this.entryCount += 1;
    this.size += bytes;
    this.touch(now);
    return this.entryCount;
  }

  /** Its creator and admins may see it, and everyone if it is shared. @throws NotFound */
  assertVisibleTo(caller: Caller): void {
    if (!this.isShared && !this.isManagedBy(caller)) throw new NotFound();
  }

  /** Its creator and admins may change it. @throws NotFound to those who may not see it, Forbidden to others. */
  assertManagedBy(caller: Caller): void {
    this.assertVisibleTo(caller);
    if (!this.isManagedBy(caller)) throw new Forbidden();
  }

  /** Only its creator may continue it. @throws NotFound to those who may not see it, Forbidden to others. */
  assertContinuedBy(caller: Caller): void {
    this.assertVisibleTo(caller);
    if (caller.user_id !== this.createdById) throw new Forbidden();
  }

  private isManagedBy(caller: Caller): boolean {
    return isProjectAdmin(caller) || caller.user_id === this.createdById;
  }

  /** @throws NotPossible */
  private assertArchived(): void {
    if (!this.archivedAt) throw new NotPossible(NOT_ARCHIVED);
  }

  private rename(name: string): void {
    if (name !== this.name) this.hasNews = true;
    this.name = name;
  }

  /** Each change is later than all before it, even where clocks disagree. */
  private touch(now: Date): void {
    this.updatedAt = changeTime(now, this.updatedAt);
  }
}

function taggedWith(given: readonly string[]): Pick<Conversation, 'tags' | 'tagKeys'> {
  const tags = withoutRepeats(given);
  return { tags, tagKeys: keysOf(tags) };
}

function nameFrom(content: string): string {
  const [first = ''] = content.trim().split('\n', 1);
  const line = first.trimEnd();
  return line.length > LONGEST_NAME ? `${beginningOf(line, LONGEST_NAME - 1).trimEnd()}…` : line;
}
