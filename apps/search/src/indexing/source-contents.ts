import { Injectable } from '@nestjs/common';
import type { ExistingSource, PublishedContent } from '@pks/contracts';
import { Database, inProject, statement } from '@pks/platform';
import { ArtifactTexts } from '../artifact-texts/artifact-texts.ts';
import type { Section } from '../reading/section.ts';
import { byProject } from '../search-index/by-project.ts';
import type { ContentState, InState, Indexable } from '../search-index/indexed-sources.repository.ts';
import { Knowledge } from '../sources/knowledge.ts';

/** The state of a document, an artifact or an interview that is to be indexed. */
export interface SourceState extends ContentState {
  /** Whether this is a document that becomes active once it is indexed. */
  readonly awaitsIndexing: boolean;
}

/** The state of a source, with its content. */
export interface SourceContent extends SourceState {
  readonly sections: readonly Section[];
}

/** A source with its content. */
export interface Content<S extends Indexable = Indexable> {
  readonly source: S;
  readonly state: SourceContent;
}

/** Sources that were read: those with a content, and those that have nothing to index any more. */
export interface ReadSources<S extends Indexable> {
  readonly contents: readonly Content<S>[];
  readonly missing: readonly S[];
}

const SUMMARY = statement<Section & { readonly name: string }>(
  'source_contents_summary',
  `SELECT name, 1 AS page, topic AS heading, summary AS text FROM interview_summaries
    WHERE project_id = $1 AND id = $2 AND name IS NOT NULL`,
);

/** Reads the current content for indexing: the text of a document, the published version of an artifact, the summary of an interview. */
@Injectable()
export class SourceContents {
  constructor(
    private readonly database: Database,
    private readonly knowledge: Knowledge,
    private readonly texts: ArtifactTexts,
  ) {}

  /** The states of sources; undefined if there is nothing to index: the source is gone, or was not read, published or completed. */
  async states<S extends Indexable>(sources: readonly S[]): Promise<InState<S, SourceState | undefined>[]> {
    const known = await this.known(sources.filter(({ kind }) => kind !== 'interview'));
    const states: InState<S, SourceState | undefined>[] = [];
    for (const source of sources) {
      const state = source.kind === 'interview' ? await this.summary(source) : known.get(source.sourceId);
      states.push({ source, state });
    }
    return states;
  }

  /** The state of a source; undefined if there is nothing to index. */
  async state(source: Indexable): Promise<SourceState | undefined> {
    return (await this.states([source]))[0]?.state;
  }

  /** Sources with their texts, as many at a time as may be in memory together. */
  async *of<S extends Indexable>(sources: readonly S[]): AsyncGenerator<ReadSources<S>> {
    yield* this.published(sources.filter(({ kind }) => kind === 'artifact'));
    for (const source of sources) {
      if (source.kind === 'artifact') continue;
      const state = await (source.kind === 'interview' ? this.summary(source) : this.text(source));
      yield state ? { contents: [{ source, state }], missing: [] } : { contents: [], missing: [source] };
    }
  }

  /** The state of a source with its texts; undefined if there is nothing to index. */
  async content(source: Indexable): Promise<SourceContent | undefined> {
    for await (const { contents } of this.of([source])) if (contents[0]) return contents[0].state;
    return undefined;
  }

  private async known(sources: readonly Indexable[]): Promise<ReadonlyMap<string, SourceState>> {
    const projects = byProject(sources, ({ projectId }) => projectId).map(([project_id, some]) => ({
      project_id,
      artifacts: some.filter(({ kind }) => kind === 'artifact').map(({ sourceId }) => sourceId),
      documents: some.filter(({ kind }) => kind === 'document').map(({ sourceId }) => sourceId),
    }));
    const existing = await this.knowledge.states(projects);
    return new Map(existing.map((source) => [source.source_id, stateOf(source)]));
  }

  /** Yields missing artifacts before it extracts the texts of the others, so that their passages are deleted without delay. */
  private async *published<S extends Indexable>(artifacts: readonly S[]): AsyncGenerator<ReadSources<S>> {
    let rest = inOrder(artifacts);
    while (rest.length > 0) {
      const published = await this.knowledge.published(
        byProject(rest, ({ projectId }) => projectId).map(([project_id, some]) => ({
          project_id,
          artifacts: some.map(({ sourceId }) => sourceId),
        })),
      );
      const last = published.at(-1)?.source_id;
      const end = rest.findIndex(({ sourceId }) => sourceId === last) + 1 || rest.length;
      const existing = new Set(published.map(({ source_id }) => source_id));
      const answered = rest.slice(0, end);
      yield { contents: [], missing: answered.filter(({ sourceId }) => !existing.has(sourceId)) };
      yield { contents: await this.read(answered, published), missing: [] };
      rest = rest.slice(end);
    }
  }

  private async read<S extends Indexable>(
    artifacts: readonly S[],
    published: readonly PublishedContent[],
  ): Promise<Content<S>[]> {
    const sections = await this.texts.sectionsOf(published);
    const states = new Map(
      published.map((one, index) => [one.source_id, { ...stateOf(one), sections: sections[index] ?? [] }]),
    );
    return artifacts.flatMap((source) => {
      const state = states.get(source.sourceId);
      return state ? [{ source, state }] : [];
    });
  }

  private async text(source: Indexable): Promise<SourceContent | undefined> {
    const state = await this.state(source);
    const { projectId, sourceId } = source;
    return state && { ...state, sections: await this.knowledge.sections(projectId, sourceId) };
  }

  private async summary({ projectId, sourceId }: Indexable): Promise<SourceContent | undefined> {
    const values = [projectId, sourceId];
    const [summary] = await inProject(projectId, () => this.database.rows(SUMMARY, values));
    if (!summary) return undefined;
    const { name, ...section } = summary;
    return { name, versionNumber: null, awaitsIndexing: false, sections: [section] };
  }
}

function stateOf({ name, version_number, awaits_indexing }: ExistingSource): SourceState {
  return { name, versionNumber: version_number, awaitsIndexing: awaits_indexing };
}

/** Grouped by project. */
function inOrder<S extends Indexable>(sources: readonly S[]): S[] {
  return byProject(sources, ({ projectId }) => projectId).flatMap(([, some]) => some);
}
