import { Injectable } from '@nestjs/common';
import {
  Flag,
  Integer,
  LONGEST_NORMALIZED,
  MAX_METADATA_VALUE,
  type SourceKind,
  SomeOf,
  Text,
  Texts,
  notAChoice,
} from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { configurationOf } from '../kinds/configurations.ts';
import { type PreparedTool, type ToolKind, type ToolSettings, prepared } from '../kinds/tool-kind.ts';
import { ProjectSearch } from './project-search.ts';
import { TemplatedQueries } from './templated-queries.ts';

/** What tools search. Interviews are not knowledge: only those who took part in them may read them. */
const SEARCHED = ['artifact', 'document'] as const satisfies readonly SourceKind[];

/** The settings of a tool that searches by meaning and words. */
class RetrievalSettings {
  @SomeOf(SEARCHED, { default: SEARCHED })
  readonly kinds!: readonly (typeof SEARCHED)[number][];

  @Texts({ max: MAX_METADATA_VALUE, maxItems: 100, default: [] })
  readonly metadata_values!: readonly string[];

  @Flag({ default: false })
  readonly auto_include_tags!: boolean;
}

class Query {
  @Text({ max: 2_000, trim: true, description: 'What to look for, as a question or in some words.' })
  readonly query!: string;

  @Integer({ min: 1, max: 100, default: 10, description: 'How many results to return at most.' })
  readonly top_k!: number;
}

class TaggedQuery extends Query {
  @Texts({
    max: MAX_METADATA_VALUE,
    maxItems: 100,
    default: [],
    description: 'If given, only documents with one of these metadata values.',
  })
  readonly included_tags!: readonly string[];
}

/** Tools that find passages, whole documents and artifacts, or documents by their metadata. */
@Injectable()
export class Retrieval implements ToolKind {
  readonly isAvailable = true;

  constructor(
    private readonly search: ProjectSearch,
    private readonly templates: TemplatedQueries,
  ) {}

  prepare({ retrievalMode, configuration }: ToolSettings): PreparedTool {
    if (retrievalMode === 'templated-query') return this.templates.prepare(configuration);
    const settings = configurationOf(RetrievalSettings, configuration);
    const { kinds, metadata_values } = settings;
    const find = retrievalMode === 'semantic-objects' ? this.search.objects : this.search.passages;
    if (!settings.auto_include_tags)
      return prepared(Query, (query, terms) => find({ ...query, kinds, metadata_values }, terms));
    return prepared(TaggedQuery, ({ included_tags, ...query }, terms) =>
      find({ ...query, kinds, metadata_values: tagsOf(included_tags, metadata_values) }, terms),
    );
  }
}

/** The metadata values to search for: the included tags, or all allowed ones, ignoring case and encoding. @throws Invalid for a tag that is not allowed. */
function tagsOf(included: readonly string[], allowed: readonly string[]): readonly string[] {
  if (included.length === 0) return allowed;
  if (allowed.length === 0) return included;
  const [wanted, known] = [new Set(included.map(keyOf)), new Set(allowed.map(keyOf))];
  const other = included.findIndex((tag) => !known.has(keyOf(tag)));
  if (other >= 0) throw Invalid.field(`included_tags.${other}`, notAChoice(included[other]));
  return allowed.filter((tag) => wanted.has(keyOf(tag)));
}

/** The form of a tag by which tags are compared: `Maß`, `MASS` and `mass` are the same, and so are the NFC and NFD of a tag that is not too long. */
function keyOf(tag: string): string {
  const normal = tag.length > LONGEST_NORMALIZED ? tag : tag.normalize('NFC');
  return normal.toLowerCase().toUpperCase();
}
