import { InterviewReference } from '@pks/contracts';
import { Database, type Job, type Worker, Works, job } from '@pks/platform';
import { Indexing } from '../search-index/indexing.ts';
import { Interviews } from '../sources/interviews.ts';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** Copies the summary of a completed interview that was completed before there were copies. */
export const copyInterview = job('copy-interview', InterviewReference);

/** Copies summaries of interviews whose events this service did not receive. */
@Works(copyInterview)
export class CopyingInterviews implements Worker<typeof copyInterview> {
  constructor(
    private readonly interviews: Interviews,
    private readonly summaries: InterviewSummariesRepository,
    private readonly indexing: Indexing,
    private readonly database: Database,
  ) {}

  /** The generation that lacks the interview waits for it to be indexed, also where there is no summary, or no longer. */
  async work({ payload }: Job<typeof copyInterview>): Promise<void> {
    const { project_id, interview_id } = payload;
    const interview = await this.interviews.read(payload);
    await this.database.transaction(async () => {
      if (interview) await this.summaries.keep(project_id, interview);
      await this.indexing.changed([{ projectId: project_id, kind: 'interview', sourceId: interview_id }]);
    });
  }
}
