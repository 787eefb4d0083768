import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { ArtifactTexts } from '../artifact-texts/artifact-texts.ts';
import type { Section } from '../reading/section.ts';
import type { ContentState, Indexable } from '../search-index/indexed-sources.repository.ts';
import { Knowledge } from '../sources/knowledge.ts';

/** The state of a document, an artifact or an interview that is to be indexed. */
export interface SourceState extends ContentState {
  /** Whether it is a document that is not active before it is indexed. */
  readonly awaitsIndexing: boolean;
}

/** The same with its content. */
export interface SourceContent extends SourceState {
  readonly sections: readonly Section[];
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

  /** Undefined where there is nothing to index: the source does not exist, or was not read, published or completed. */
  async state(source: Indexable): Promise<SourceState | undefined> {
    const { projectId, kind, sourceId } = source;
    if (kind === 'interview') return this.summary(source);
    const state = await this.knowledge.state(projectId, kind, sourceId);
    if (!state) return undefined;
    const { name, version_number: versionNumber, awaits_indexing: awaitsIndexing } = state;
    return { name, versionNumber, awaitsIndexing };
  }

  /** With its text; undefined as for `state`. */
  async of(source: Indexable): Promise<SourceContent | undefined> {
    const { projectId, kind, sourceId } = source;
    if (kind === 'interview') return this.summary(source);
    if (kind === 'artifact') return this.published(projectId, sourceId);
    const state = await this.state(source);
    return state && { ...state, sections: await this.knowledge.sections(projectId, sourceId) };
  }

  private async published(projectId: string, artifactId: string): Promise<SourceContent | undefined> {
    const published = await this.knowledge.published(projectId, artifactId);
    if (!published) return undefined;
    const { name, version_number: versionNumber } = published;
    const sections = await this.texts.sectionsOf(published);
    return { name, versionNumber, awaitsIndexing: false, sections };
  }

  private async summary({ projectId, sourceId }: Indexable): Promise<SourceContent | undefined> {
    const [summary] = await this.database.rows(SUMMARY, [projectId, sourceId]);
    if (!summary) return undefined;
    const { name, ...section } = summary;
    return { name, versionNumber: null, awaitsIndexing: false, sections: [section] };
  }
}
