import { contract, kept, nothing, page, rpc } from '../kit/contract.ts';
import { Anything, Flag, Integer, OneOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** What an artifact describes; all but `custom` are predefined in each project. */
export const SEMANTIC_TYPES = [
  'brief',
  'project_plan',
  'mental_map',
  'general_knowledge',
  'playbooks',
  'library_description',
  'design_templates',
  'custom',
] as const;
/** What one artifact describes; `custom` if a user created it (api.md, Artifact). */
export type SemanticType = (typeof SEMANTIC_TYPES)[number];

/** The format of an artifact's content. */
export const TECHNICAL_TYPES = [
  'markdown',
  'mental_map',
  'playbook_list',
  'design_template_list',
  'bpmn_xml',
] as const;
/** The format of one artifact's payloads (api.md, Artifact). */
export type TechnicalType = (typeof TECHNICAL_TYPES)[number];

/** Which artifacts a list includes, depending on their `in_scope`. */
export const CATALOG_SCOPES = ['in_scope', 'out_of_scope', 'all'] as const;
/** Which artifacts one list includes (decisions 3). */
export type CatalogScope = (typeof CATALOG_SCOPES)[number];

/** The greatest version number or display order: what a PostgreSQL integer holds. */
export const MAX_NUMBER = 2_147_483_647;

/** A row of the catalog (api.md, Artifact). */
export class ArtifactItem {
  @Uuid()
  readonly id!: string;

  @Words({ description: 'Unique in the project. Derived from the title and never changed.' })
  readonly slug!: string;

  @Words()
  readonly title!: string;

  @OneOf(SEMANTIC_TYPES)
  readonly semantic_type!: SemanticType;

  @OneOf(TECHNICAL_TYPES)
  readonly technical_type!: TechnicalType;

  @Flag()
  readonly in_scope!: boolean;

  @Integer()
  readonly display_order!: number;

  @Words()
  readonly group!: string;

  @Words()
  readonly definition_short!: string;

  @Integer({ description: '0 when there are no versions yet.' })
  readonly head_version_number!: number;

  @Timestamp({ nullable: true })
  readonly head_updated_at!: string | null;

  @Integer()
  readonly version_count!: number;

  @Integer({
    nullable: true,
    description: 'The version that agents read; null before the first publication.',
  })
  readonly published_version_number!: number | null;

  @Flag()
  readonly can_delete!: boolean;
}

/** An artifact with the content of one of its versions (api.md, Artifact detail). */
export class ArtifactDetail extends ArtifactItem {
  @Words()
  readonly definition_long!: string;

  @Words()
  readonly format_description!: string;

  @Words()
  readonly capture_discipline!: string;

  @Integer({ nullable: true })
  readonly selected_version_number!: number | null;

  @Anything({
    nullable: true,
    description: 'A string, an object or an array, depending on the technical type.',
  })
  readonly payload!: unknown;
}

/** A page of a project's catalog. */
export class ListArtifacts extends ProjectPage {
  @OneOf(CATALOG_SCOPES, { default: 'all' })
  readonly scope!: CatalogScope;
}

/** A request about one artifact of a project, by its slug. */
export class ArtifactReference extends InProject {
  @Text({ max: 255, description: 'The slug of the artifact.' })
  readonly slug!: string;
}

/** Requests an artifact with one of its versions. */
export class GetArtifact extends ArtifactReference {
  @Text({
    default: 'published',
    pattern: '^(published|head|[0-9]+)$',
    description: '`published`, `head` or a number. Only admins may read anything other than `published`.',
  })
  readonly version!: string;
}

/** Creates a custom artifact, whose first version is empty and published. */
export class CreateArtifact extends InProject {
  @Text({ max: 255, trim: true })
  readonly title!: string;

  @OneOf(TECHNICAL_TYPES)
  readonly technical_type!: TechnicalType;

  @Text({ blank: true, default: '' })
  readonly definition_short!: string;

  @Text({ blank: true, default: '' })
  readonly definition_long!: string;

  @Text({ blank: true, default: '' })
  readonly format_description!: string;

  @Text({ blank: true, default: '' })
  readonly capture_discipline!: string;

  @Text({
    max: 64,
    blank: true,
    trim: true,
    default: '',
    description: '`Foundation` and `Other` are reserved.',
  })
  readonly group!: string;

  @Flag({ default: true })
  readonly in_scope!: boolean;
}

/** Fields that are absent do not change. A predefined artifact accepts only `in_scope` and `display_order`. */
export class UpdateArtifact extends ArtifactReference {
  @Text({ max: 255, trim: true, optional: true, description: 'The slug does not change.' })
  readonly title?: string;

  @Text({ blank: true, optional: true })
  readonly definition_short?: string;

  @Text({ blank: true, optional: true })
  readonly definition_long?: string;

  @Text({ blank: true, optional: true })
  readonly format_description?: string;

  @Text({ blank: true, optional: true })
  readonly capture_discipline?: string;

  @Text({ max: 64, blank: true, trim: true, optional: true, example: 'Customers' })
  readonly group?: string;

  @Flag({ optional: true, example: false })
  readonly in_scope?: boolean;

  @Integer({ min: 0, max: MAX_NUMBER, optional: true })
  readonly display_order?: number;
}

/** The catalog of a project (api.md Artifacts, decisions 3). */
export const artifacts = contract('knowledge.artifacts', {
  list: kept(rpc(ListArtifacts).by('view').returns(page(ArtifactItem)), 'level'),
  create: rpc(CreateArtifact).by('admin').returns(ArtifactDetail),
  get: kept(rpc(GetArtifact).by('view').returns(ArtifactDetail), 'level'),
  update: rpc(UpdateArtifact).by('admin').returns(ArtifactDetail),
  remove: rpc(ArtifactReference).by('admin').returns(nothing),
});
