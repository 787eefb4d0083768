import { NotPossible, Participant, changeTime } from '@pks/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { nameFrom } from '../interviews/interview-name.ts';
import { type ContentFields, type DraftContent, NO_CONTENT, contentWith, copied } from './draft-content.ts';

/** The project of a new draft, who creates it, and when. */
export type NewDraft = Pick<Draft, 'projectId' | 'createdById' | 'createdAt'>;

/** The fields of a draft in a request. Absent fields stay; null resets a field as if nothing had been entered. */
export interface DraftChanges extends ContentFields {
  readonly name?: string | null;
  /** The name of its campaign. */
  readonly campaign: string | null | undefined;
}

/** The largest draft: a larger one would not fit into a request. Bytes. */
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

  /** The name of a campaign, which need not exist. Writing it requires holding the names of campaigns; renaming the campaign changes it. */
  @Column('text', { name: 'campaign_name', nullable: true })
  campaignName!: string | null;

  /** `json`, not `jsonb`, because responses contain its text unchanged. */
  @Column('json')
  content!: DraftContent;

  /** The size of all its texts, which lists add up before they read a page. Bytes. */
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

  /** A new draft with the same content, whose topics have new ids. */
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

  /** All texts of the draft, to measure and compare it. */
  private get text(): string {
    return JSON.stringify([this.name, this.isNamed, this.campaignName, this.content]);
  }
}
