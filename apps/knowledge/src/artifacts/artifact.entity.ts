import type { PublishMode, SemanticType, TechnicalType, UpdateArtifact } from '@pks/contracts';
import { Conflict, Forbidden, Invalid, NotFound, NotPossible } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { v7 } from 'uuid';
import { assertGroupIsFree } from './groups.ts';

/** What can be changed of an artifact. */
export type ArtifactChanges = Omit<UpdateArtifact, 'project_id' | 'slug'>;

/** What a new artifact must be told. */
export type NewArtifact = Pick<
  Artifact,
  'projectId' | 'slug' | 'title' | 'semanticType' | 'technicalType' | 'displayOrder' | 'createdAt'
> &
  Partial<typeof BLANK>;

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

/** One thing that a project knows: a row of its catalog, whose content lives in its versions. */
@Entity('artifacts')
@Unique('artifacts_project_slug', ['projectId', 'slug'])
@Index('artifacts_catalog_order', ['projectId', 'inScope', 'displayOrder', 'slug', 'id'])
export class Artifact {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'artifacts_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifacts_pkey' })
  id!: string;

  /** Ordered by its bytes, whatever the database's language. */
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

  /** When it was written to last: by the write under way, once that has begun. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new artifact without versions, in scope and in no group unless told otherwise. */
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

  /** A version made from another head than the present one would undo what came between. */
  assertHeadIs(expected: number | null | undefined): void {
    if (expected === undefined || expected === null || expected === this.headVersionNumber) return;
    throw new Conflict(`The head is version ${this.headVersionNumber} by now.`, {
      head_version_number: this.headVersionNumber,
    });
  }

  /** Begins a write: its time is later than that of any before it, whatever the clocks say, so newest first is the order in which things happened. */
  beginWrite(now: Date): void {
    this.updatedAt = new Date(Math.max(now.getTime(), this.updatedAt.getTime() + 1));
  }

  /** Takes the next version as the head and returns its number: gapless, because the row is locked. */
  takeNextVersion(): number {
    this.headVersionNumber += 1;
    this.versionCount += 1;
    this.headUpdatedAt = this.updatedAt;
    return this.headVersionNumber;
  }

  /** Moves the published pointer, and returns where it stood. */
  publish(versionNumber: number): number | null {
    const from = this.publishedVersionNumber;
    this.publishedVersionNumber = versionNumber;
    return from;
  }

  /** What is published automatically has nothing left to publish (api.md, Artifact publication). */
  static assertPublishedByHand(mode: PublishMode | undefined): void {
    if (mode === 'manual_publish') return;
    throw new NotPossible('This project publishes artifacts automatically: there is nothing to publish.');
  }

  /** Its versions are those from 1 to the head: none is ever taken out. @throws NotFound */
  assertHasVersion(versionNumber: number): void {
    if (versionNumber < 1 || versionNumber > this.headVersionNumber) throw new NotFound();
  }

  /** Changes what is given and returns the names of the fields that are different now. */
  change(changes: ArtifactChanges): string[] {
    if (this.isPredefined) assertOnlyPlace(changes);
    if (changes.group !== undefined) assertGroupIsFree(changes.group);
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

const PLACE: readonly string[] = ['in_scope', 'display_order'];

/** Of a predefined artifact, only its place in the catalog is the project's to change (decisions 3). */
function assertOnlyPlace(changes: ArtifactChanges): void {
  const refused = Object.keys(changes).filter((name) => !PLACE.includes(name));
  if (refused.length === 0) return;
  const sentence = 'A predefined artifact takes only in_scope and display_order.';
  throw new Invalid(Object.fromEntries(refused.map((name) => [name, [sentence]])));
}
