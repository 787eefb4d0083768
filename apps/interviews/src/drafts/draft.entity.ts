import { NotPossible, Participant, changeTime } from '@pks/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { nameFrom } from '../interviews/interview-name.ts';
import { type ContentFields, type DraftContent, NO_CONTENT, contentWith, copied } from './draft-content.ts';

/** Where a draft is, and who makes it. */
export type NewDraft = Pick<Draft, 'projectId' | 'createdById' | 'createdAt'>;

/** The fields of a draft that a request gives. Absent ones stay; null ones are as where nothing was entered. */
export interface DraftChanges extends ContentFields {
  readonly name?: string | null;
  /** The name of its campaign. */
  readonly campaign: string | null | undefined;
}

/** A larger draft could not be sent: a request is no larger. Bytes. */
const MOST_BYTES = 1024 * 1024;

const TOO_LARGE = 'A draft may contain at most 1 MiB: shorten it.';

/** The name of a draft that has neither a name nor a topic. */
const UNTITLED = 'Untitled draft';

/** An interview that is not assigned yet, and may be unfinished (api.md, Interview draft). */
@Entity('drafts')
@Index('drafts_newest', { synchronize: false })
@Index('drafts_in_campaign', { synchronize: false })
@ForeignKey(() => Participant, ['projectId', 'createdById'], ['projectId', 'userId'], {
  name: 'drafts_created_by',
})
export class Draft {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'drafts_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'drafts_pkey' })
  readonly id!: string;

  @Column('text')
  name!: string;

  /** Whether the name was given; otherwise it follows the topic. */
  @Column('boolean', { name: 'is_named' })
  isNamed!: boolean;

  /** Of a campaign that need not exist. Whoever writes it holds the names of campaigns; it is renamed with its campaign. */
  @Column('text', { name: 'campaign_name', nullable: true })
  campaignName!: string | null;

  /** `json`, not `jsonb`: it is a part of responses as it is. */
  @Column('json')
  content!: DraftContent;

  /** Of its texts: lists add it up before they read a page. Bytes. */
  @Column('integer')
  size!: number;

  @Column('uuid', { name: 'created_by_id' })
  readonly createdById!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new draft with the given fields. @throws NotPossible when it is too large. */
  static of(made: NewDraft, changes: DraftChanges): Draft {
    const draft = Object.assign(new Draft(), made, {
      id: v7(),
      name: UNTITLED,
      isNamed: false,
      campaignName: null,
      content: NO_CONTENT,
      updatedAt: made.createdAt,
    });
    draft.set(changes);
    return draft;
  }

  /** A new draft that says the same, but its topics are topics of their own. */
  copy(made: NewDraft): Draft {
    const { name, isNamed, campaignName, size } = this;
    const content = copied(this.content);
    const updatedAt = made.createdAt;
    return Object.assign(new Draft(), made, {
      id: v7(),
      name,
      isNamed,
      campaignName,
      content,
      size,
      updatedAt,
    });
  }

  /** Changes the given fields, and returns whether anything differs. @throws NotPossible when it becomes too large. */
  change(changes: DraftChanges, now: Date): boolean {
    const before = this.text;
    this.set(changes);
    if (this.text === before) return false;
    this.updatedAt = changeTime(now, this.updatedAt);
    return true;
  }

  private set({ name = this.isNamed ? this.name : '', campaign, ...fields }: DraftChanges): void {
    this.content = contentWith(fields, this.content);
    this.isNamed = (name ?? '') !== '';
    this.name = [name ?? '', nameFrom(this.content.topic)].find((text) => text !== '') ?? UNTITLED;
    if (campaign !== undefined) this.campaignName = campaign;
    this.size = Buffer.byteLength(this.text);
    if (this.size > MOST_BYTES) throw new NotPossible(TOO_LARGE);
  }

  /** Everything that it says. */
  private get text(): string {
    return JSON.stringify([this.name, this.isNamed, this.campaignName, this.content]);
  }
}
