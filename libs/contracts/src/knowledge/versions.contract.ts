import { contract, page, rpc } from '../kit/contract.ts';
import {
  Anything,
  Email,
  Integer,
  ListOf,
  Nested,
  OneOf,
  Text,
  Timestamp,
  Uuid,
  Words,
} from '../kit/fields.ts';
import { ArtifactDetail, ArtifactReference, MAX_NUMBER } from './artifacts.contract.ts';

/** The conversation in which a version was made. */
export class VersionConversation {
  @Uuid()
  readonly id!: string;

  @Words({ nullable: true })
  readonly type!: string | null;

  @Words({ nullable: true })
  readonly name!: string | null;
}

/** The fields that all views of a version share. */
class VersionSummary {
  @Uuid()
  readonly id!: string;

  @Integer()
  readonly version_number!: number;

  @Words()
  readonly short_name!: string;

  @Words()
  readonly change_summary!: string;

  @Words({ description: '`chat`, `mcp`, `ui`, the assistant, or empty for a system write.' })
  readonly edit_source!: string;

  @Timestamp()
  readonly created_at!: string;

  @Email({ nullable: true })
  readonly created_by_email!: string | null;

  @Nested(VersionConversation, { nullable: true })
  readonly conversation!: VersionConversation | null;
}

/** One immutable version with its content (api.md, ArtifactVersion). */
export class ArtifactVersion extends VersionSummary {
  @Uuid({ nullable: true })
  readonly coach_conversation_id!: string | null;

  @Uuid({ nullable: true })
  readonly created_by_id!: string | null;

  @Anything({ nullable: true })
  readonly payload!: unknown;
}

/** An entry of the project's knowledge changelog: every write to knowledge adds one. */
export class ChangelogEntry {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly description!: string;

  @Timestamp()
  readonly created_at!: string;

  @Email({ nullable: true })
  readonly user_email!: string | null;
}

/** A row of an artifact's history (api.md, Artifact version history row). */
export class VersionHistoryRow extends VersionSummary {
  @Nested(ChangelogEntry, { nullable: true })
  readonly changelog_entry!: ChangelogEntry | null;
}

/** A page of an artifact's versions: 20 unless `limit` says otherwise. */
export class ListVersions extends ArtifactReference {
  @Integer({
    min: 1,
    max: 100,
    default: 20,
    in: 'query',
    description: 'The maximum number of results on a page.',
  })
  readonly limit!: number;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    in: 'query',
    description: 'The number of results to skip.',
  })
  readonly offset!: number;
}

/** Adds a version to an artifact; it becomes the head. */
export class AppendVersion extends ArtifactReference {
  @Anything({
    description:
      'The complete content: a string, an object or an array of objects, depending on the technical type.',
    example: '# Why customers leave',
  })
  readonly payload!: unknown;

  @Text({ max: 255, blank: true, default: '', example: 'First answers' })
  readonly short_name!: string;

  @Text({ blank: true, default: '' })
  readonly change_summary!: string;

  @Text({
    max: 64,
    blank: true,
    default: '',
    description: '`chat`, `mcp`, `ui`, the assistant, or empty.',
    example: 'ui',
  })
  readonly edit_source!: string;

  @Uuid({ optional: true, nullable: true })
  readonly coach_conversation_id?: string | null;

  @Integer({
    min: 0,
    max: MAX_NUMBER,
    optional: true,
    nullable: true,
    description: 'The head version that the content is based on; 409 if the head has changed.',
  })
  readonly base_version_number?: number | null;
}

/** A request about one version of an artifact. */
export class VersionReference extends ArtifactReference {
  @Integer({ min: 0, max: MAX_NUMBER, description: 'The number of the version.' })
  readonly version_number!: number;
}

/** Compares a version with another one of the same artifact. */
export class DiffVersions extends VersionReference {
  @Integer({
    min: 0,
    max: MAX_NUMBER,
    optional: true,
    description: 'The version to compare with, by default the previous one. 0 stands for empty content.',
  })
  readonly against?: number;
}

/** One step of a JSON Patch (RFC 6902). */
export class PatchOperation {
  @OneOf(['add', 'remove', 'replace'])
  readonly op!: 'add' | 'remove' | 'replace';

  @Words()
  readonly path!: string;

  @Anything({ optional: true })
  readonly value?: unknown;
}

/** `unified` compares texts, `json_patch` objects and arrays. */
export const DIFF_FORMATS = ['unified', 'json_patch'] as const;
/** How a difference is written (decisions 3). */
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** The differences between the contents of two versions. */
export class VersionDiff {
  @Integer()
  readonly from!: number;

  @Integer()
  readonly to!: number;

  @OneOf(DIFF_FORMATS)
  readonly format!: DiffFormat;

  @Words({ nullable: true, description: 'A unified diff for texts; null for objects and arrays.' })
  readonly unified!: string | null;

  @ListOf(PatchOperation, {
    nullable: true,
    description: 'A JSON Patch (RFC 6902) for objects and arrays; null for texts.',
  })
  readonly operations!: readonly PatchOperation[] | null;
}

/** A change of the published version; the history of publications is permanent. */
export class Publication {
  @Uuid()
  readonly id!: string;

  @Integer({ nullable: true })
  readonly from_version_number!: number | null;

  @Integer()
  readonly to_version_number!: number;

  @Uuid({ nullable: true })
  readonly published_by_id!: string | null;

  @Email({ nullable: true })
  readonly published_by_email!: string | null;

  @Timestamp()
  readonly created_at!: string;
}

/** A page of an artifact's publications. */
export class ListPublications extends ArtifactReference {
  @Integer({
    min: 1,
    max: 1000,
    default: 100,
    in: 'query',
    description: 'The maximum number of results on a page.',
  })
  readonly limit!: number;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    in: 'query',
    description: 'The number of results to skip.',
  })
  readonly offset!: number;
}

/** The versions of an artifact and which of them is published (api.md Artifacts, decisions 3). */
export const versions = contract('knowledge.versions', {
  history: rpc(ListVersions).by('admin').returns(page(VersionHistoryRow)),
  append: rpc(AppendVersion).by('admin').returns(ArtifactVersion),
  get: rpc(VersionReference).by('admin').returns(ArtifactVersion),
  restore: rpc(VersionReference).by('admin').returns(ArtifactVersion),
  diff: rpc(DiffVersions).by('admin').returns(VersionDiff),
  publish: rpc(VersionReference).by('admin').returns(ArtifactVersion),
  publishHead: rpc(ArtifactReference).by('admin').returns(ArtifactDetail),
  publications: rpc(ListPublications).by('admin').returns(page(Publication)),
});
