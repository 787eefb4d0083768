import { Injectable } from '@nestjs/common';
import type { FindableSource } from '@pks/contracts';
import type { Hit } from '../search/passage-hit.ts';
import { Knowledge } from '../sources/knowledge.ts';
import {
  type CountingSource,
  CountingSourcesRepository,
  type Reading,
} from './counting-sources.repository.ts';

/** An existing document, artifact or interview, with the indexing whose passages count. */
export interface FoundSource {
  readonly source_id: string;
  readonly indexing_id: string;
  readonly title: string;
  readonly slug: string | null;
  readonly version_number: number | null;
}

/** Which sources may be found. */
export interface Findable extends Reading {
  /** If there are any, only documents with at least one of these values may be found. */
  readonly metadataValues: readonly string[];
}

/** Checks which of the passages that the index returns are still valid. */
@Injectable()
export class FoundSources {
  constructor(
    private readonly counting: CountingSourcesRepository,
    private readonly knowledge: Knowledge,
  ) {}

  /**
   * The sources of these hits that are still valid: they exist, their indexed content is the published one, the reader may find
   * them, and they have one of the metadata values, if any are given. The knowledge service is called last, in every search, so
   * that its deletions, publications and changes of metadata take effect with their commit.
   */
  async valid(hits: readonly Hit[], findable: Findable): Promise<FoundSource[]> {
    const counting = await this.counting.of(hits, findable);
    const existing = await this.existing(counting, findable);
    return counting.flatMap(({ source_id, indexing_id, kind, version_number, name }) => {
      const of = { source_id, indexing_id, version_number };
      if (kind === 'interview') return name === null ? [] : [{ ...of, title: name, slug: null }];
      const known = existing.get(source_id);
      if (!known || known.version_number !== version_number) return [];
      return [{ ...of, title: known.title, slug: known.slug }];
    });
  }

  /** Whether one of the hits' sources was indexed again after they were found. */
  areReplaced(hits: readonly Hit[], findable: Findable): Promise<boolean> {
    return this.counting.areReplaced(hits, findable);
  }

  /** The documents and artifacts among these sources that may be found, by their ids. */
  private async existing(
    sources: readonly CountingSource[],
    { projectId: project_id, metadataValues: metadata_values }: Findable,
  ): Promise<ReadonlyMap<string, FindableSource>> {
    const idsOf = (wanted: CountingSource['kind']): string[] => [
      ...new Set(sources.filter(({ kind }) => kind === wanted).map(({ source_id }) => source_id)),
    ];
    const [documents, artifacts] = [idsOf('document'), idsOf('artifact')];
    if (documents.length + artifacts.length === 0) return new Map();
    const found = await this.knowledge.findable({ project_id, documents, artifacts, metadata_values });
    return new Map(found.map((source) => [source.id, source]));
  }
}
