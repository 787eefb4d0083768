import { Injectable } from '@nestjs/common';
import { type KnowledgeSource, sourceChanged } from '@pks/contracts';
import { Outbox } from '@pks/platform';

/** A document or an artifact. */
export interface ChangedSource {
  readonly projectId: string;
  readonly id: string;
}

/** Announces changes to the service that searches. */
@Injectable()
export class SourceChanges {
  constructor(private readonly outbox: Outbox) {}

  /**
   * To be called in the transaction of a write that changes the content, the name or the existence of documents or artifacts. The publication of a
   * version needs only its own event. Removed content is no longer found from the commit on; new content is found as soon as it is indexed.
   */
  async announce(kind: KnowledgeSource, ...sources: readonly ChangedSource[]): Promise<void> {
    await this.outbox.add(
      sources.map(({ projectId, id }) => sourceChanged.of({ project_id: projectId, kind, source_id: id })),
    );
  }
}
