import { Injectable } from '@nestjs/common';
import type { SummarizedInterview } from '@pks/contracts';
import { Indexing } from '../search-index/indexing.ts';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** Keeps copies of interviews' summaries. Its methods are called in transactions. */
@Injectable()
export class InterviewCopies {
  constructor(
    private readonly summaries: InterviewSummariesRepository,
    private readonly indexing: Indexing,
  ) {}

  /** Stores the state of an interview, unless a later one is known. */
  async keep(projectId: string, interview: SummarizedInterview): Promise<void> {
    if (await this.summaries.keep(projectId, interview))
      await this.indexing.changed([{ projectId, kind: 'interview', sourceId: interview.id }]);
  }

  /** Deletes the copy of an interview that no longer exists; the event of its deletion may not have arrived. */
  async drop(projectId: string, id: string): Promise<void> {
    if (await this.summaries.drop(projectId, id))
      await this.indexing.changed([{ projectId, kind: 'interview', sourceId: id }]);
  }

  /** Deletes the content of an interview, and records that it was deleted. */
  async empty(projectId: string, id: string): Promise<void> {
    if (await this.summaries.empty(projectId, id))
      await this.indexing.changed([{ projectId, kind: 'interview', sourceId: id }]);
  }
}
