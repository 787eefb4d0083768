import type { PublishMode, SemanticType, TechnicalType, UpdateArtifact } from '@pks/contracts';
import { Conflict, Forbidden, Invalid, NotFound, NotPossible, changeTime } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { v7 } from 'uuid';

/** The fields of an artifact that can be changed. */
export type ArtifactChanges = Omit<UpdateArtifact, 'project_id' | 'slug'>;

/** The fields of a new artifact. */
export type NewArtifact = Pick<
  Artifact,
  'projectId' | 'slug' | 'title' | 'semanticType' | 'technicalType' | 'displayOrder' | 'createdAt'
> &
  Partial<typeof BLANK>;

/** A move of the published pointer; `from` is null the first time. */
export interface PointerMove {
  readonly from: number | null;
  readonly to: number;
}

const BLANK = {
  inScope: true,
  group: '',
  definitionShort: '',
  definitionLong: '',
  formatDescription: '',
  captureDiscipline: '',
  headVersionNumber: 0,
  headUpdatedAt: null,
  versionCount: 0,
  publishedVersionNumber: null,
};

/** A piece of a project's knowledge: a row of its catalog, whose content is in its versions. */
@Entity('artifacts')
@Unique('artifacts_project_slug', ['projectId', 'slug'])
@Index('artifacts_catalog_order', ['projectId', 'inScope', 'displayOrder', 'slug', 'id'])
export class Artifact {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'artifacts_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifacts_pkey' })
  id!: string;

  /** Ordered by bytes, independent of the database's locale. */
  @Column({ type: 'text', collation: 'C' })
  slug!: string;

  @Column('text')
  title!: string;

  @Column('text', { name: 'semantic_type' })
  semanticType!: SemanticType;

  @Column('text', { name: 'technical_type' })
  technicalType!: TechnicalType;

  @Column('boolean', { name: 'in_scope' })
  inScope!: boolean;

  @Column('integer', { name: 'display_order' })
  displayOrder!: number;

  @Column('text')
  group!: string;

  @Column('text', { name: 'definition_short' })
  definitionShort!: string;

  @Column('text', { name: 'definition_long' })
  definitionLong!: string;

  @Column('text', { name: 'format_description' })
  formatDescription!: string;

  @Column('text', { name: 'capture_discipline' })
  captureDiscipline!: string;

  @Column('integer', { name: 'head_version_number', default: 0 })
  headVersionNumber!: number;

  @Column({ type: 'timestamptz', name: 'head_updated_at', precision: 3, nullable: true })
  headUpdatedAt!: Date | null;

  @Column('integer', { name: 'version_count', default: 0 })
  versionCount!: number;

  @Column('integer', { name: 'published_version_number', nullable: true })
  publishedVersionNumber!: number | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** The time of its last write; once `beginWrite` was called, that of the write under way. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new artifact without versions, in scope and in no group unless given otherwise. */
  static of(fields: NewArtifact): Artifact {
    return Object.assign(new Artifact(), { ...BLANK, id: v7(), updatedAt: fields.createdAt, ...fields });
  }

  get isPredefined(): boolean {
    return this.semanticType !== 'custom';
  }

  /** Predefined artifacts belong to the platform: they are never deleted. */
  assertDeletable(): void {
    if (this.isPredefined) throw new Forbidden('Predefined artifacts cannot be deleted.');
  }

  /** A version that is based on an older head would undo later changes. @throws Conflict */
  assertHeadIs(expected: number | null | undefined): void {
    if (expected === undefined || expected === null || expected === this.headVersionNumber) return;
    throw new Conflict(`The head is version ${this.headVersionNumber}, not ${expected}.`, {
      head_version_number: this.headVersionNumber,
    });
  }

  /**
   * Begins a write. Its time is later than that of every earlier write, even if clocks disagree, so that newest first
   * is the order of the writes.
   */
  beginWrite(now: Date): void {
    this.updatedAt = changeTime(now, this.updatedAt);
  }

  /** Makes the next version the head and returns its number. Numbers have no gaps, because the row is locked. */
  takeNextVersion(): number {
    this.headVersionNumber += 1;
    this.versionCount += 1;
    this.headUpdatedAt = this.updatedAt;
    return this.headVersionNumber;
  }

  /** Moves the published pointer. */
  publish(versionNumber: number): PointerMove {
    const from = this.publishedVersionNumber;
    this.publishedVersionNumber = versionNumber;
    return { from, to: versionNumber };
  }

  /**
   * Only artifacts of projects without automatic publication can be published (api.md, Artifact publication). @throws
   * NotPossible
   */
  static assertPublishedByHand(mode: PublishMode | undefined): void {
    if (mode === 'manual_publish') return;
    throw new NotPossible(
      'This project publishes artifacts automatically: a version is published when it is appended. To publish an earlier one, restore it.',
    );
  }

  /** The versions are those from 1 to the head: none is ever deleted. @throws NotFound */
  assertHasVersion(versionNumber: number): void {
    if (versionNumber < 1 || versionNumber > this.headVersionNumber) throw new NotFound();
  }

  /** Changes the given fields, and returns the names of those that changed. */
  change(changes: ArtifactChanges): string[] {
    if (this.isPredefined) assertOnlyPlace(changes);
    const before = { ...this };
    this.title = changes.title ?? this.title;
    this.definitionShort = changes.definition_short ?? this.definitionShort;
    this.definitionLong = changes.definition_long ?? this.definitionLong;
    this.formatDescription = changes.format_description ?? this.formatDescription;
    this.captureDiscipline = changes.capture_discipline ?? this.captureDiscipline;
    this.group = changes.group ?? this.group;
    this.inScope = changes.in_scope ?? this.inScope;
    this.displayOrder = changes.display_order ?? this.displayOrder;
    const changed = Object.entries(before).filter(([name, value]) => Reflect.get(this, name) !== value);
    return changed.map(([name]) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  }
}

const RESERVED_GROUPS = ['foundation', 'other'];

/** `Foundation` and `Other` are sections of the catalog itself (api.md, Artifact). @throws Invalid keyed to `group` */
export function assertGroupIsFree(group: string): void {
  if (!RESERVED_GROUPS.includes(group.trim().toLowerCase())) return;
  throw Invalid.field('group', `"${group.trim()}" is a reserved group.`);
}

const PLACE: readonly string[] = ['in_scope', 'display_order'];

/** Projects may change only the place of a predefined artifact in the catalog (decisions 3). @throws Invalid */
function assertOnlyPlace(changes: ArtifactChanges): void {
  const refused = Object.keys(changes).filter((name) => !PLACE.includes(name));
  if (refused.length === 0) return;
  const sentence = 'A predefined artifact takes only in_scope and display_order.';
  throw new Invalid(Object.fromEntries(refused.map((name) => [name, [sentence]])));
}
