import { Injectable } from '@nestjs/common';
import {
  type ArtifactsOfProject,
  type ComparedArtifact,
  type DocumentTextSection,
  type ExistingSource,
  type FindableSource,
  type FindableSources,
  type PublishedContent,
  type RequestOf,
  type ResponseOf,
  type Rpc,
  type SourcesAfter,
  type SourcesOfProject,
  searchSources,
} from '@pks/contracts';
import { BusClient } from '@pks/platform';
import { Calling } from './calling.ts';

const { calls } = searchSources;

/** The documents and artifacts of the knowledge service, as they are now. Its methods throw a fault while that service does not answer. */
@Injectable()
export class Knowledge {
  constructor(
    private readonly bus: BusClient,
    private readonly calling: Calling,
  ) {}

  /** The states of those of these sources that have something to index. */
  async states(projects: readonly SourcesOfProject[]): Promise<readonly ExistingSource[]> {
    return projects.length === 0 ? [] : this.call(calls.states, { projects });
  }

  /**
   * The published versions of these artifacts, in their order, as many as an answer may hold: the caller asks again for the
   * artifacts after the last one. Empty if none of them has one.
   */
  published(projects: readonly ArtifactsOfProject[]): Promise<readonly PublishedContent[]> {
    return this.call(calls.published, { projects });
  }

  /** The text of a document that was read. */
  async sections(projectId: string, document_id: string): Promise<DocumentTextSection[]> {
    const sections: DocumentTextSection[] = [];
    for (;;) {
      const next = { project_id: projectId, document_id, from: sections.length };
      const some = await this.call(calls.sections, next);
      if (some.length === 0) return sections;
      for (const section of some) sections.push(section);
    }
  }

  /** The next sources of a kind, of all projects, by project and id. */
  after(place: SourcesAfter): Promise<readonly ExistingSource[]> {
    return this.call(calls.after, place);
  }

  /** Those of these sources that may be found. */
  findable(sources: FindableSources): Promise<readonly FindableSource[]> {
    return this.call(calls.findable, sources);
  }

  /** The ids of at most `limit` documents that have one of the metadata values, the newest first. */
  async labelled(project_id: string, metadata_values: readonly string[], limit: number): Promise<string[]> {
    const documents = await this.call(calls.labelled, { project_id, metadata_values, limit });
    return documents.map(({ id }) => id);
  }

  /** The artifacts that a text may be near to, in the order of the catalog. */
  compared(project_id: string): Promise<readonly ComparedArtifact[]> {
    return this.call(calls.compared, { project_id });
  }

  private call<R extends Rpc>(rpc: R, request: RequestOf<R>): Promise<ResponseOf<R>> {
    return this.bus.call(rpc, request, this.calling.context());
  }
}
