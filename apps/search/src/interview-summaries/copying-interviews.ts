import { Integer, InterviewReference } from '@pks/contracts';
import { Database, type Job, type Worker, Works, job } from '@pks/platform';
import { Indexing } from '../search-index/indexing.ts';
import { Interviews } from '../sources/interviews.ts';
import { InterviewCopies } from './interview-copies.ts';

/** A completed interview, or one of which there is a copy. */
export class InterviewToCopy extends InterviewReference {
  /** The one that is filled with it; without it, all live ones. */
  @Integer({ min: 1, optional: true })
  readonly generation?: number;
}

/** Copies the summary of an interview, or deletes the copy of one that is gone. */
export const copyInterview = job('copy-interview', InterviewToCopy);

/** Brings copies of summaries up to date whose events this service did not receive. */
@Works(copyInterview)
export class CopyingInterviews implements Worker<typeof copyInterview> {
  constructor(
    private readonly interviews: Interviews,
    private readonly copies: InterviewCopies,
    private readonly indexing: Indexing,
    private readonly database: Database,
  ) {}

  /** The generation that lacks the interview waits for it to be indexed, also where there is no summary, or no longer. */
  async work({ payload: { generation, ...reference } }: Job<typeof copyInterview>): Promise<void> {
    const { project_id: projectId, interview_id: sourceId } = reference;
    const source = { projectId, kind: 'interview', sourceId } as const;
    const interview = await this.interviews.read(reference);
    await this.database.transaction(async () => {
      await (interview ? this.copies.keep(projectId, interview) : this.copies.drop(projectId, sourceId));
      await (generation === undefined
        ? this.indexing.changed([source])
        : this.indexing.fill([source], generation));
    });
  }
}
