import { Integer, InterviewReference } from '@pks/contracts';
import { Database, type Job, type Worker, Works, job } from '@pks/platform';
import { Indexing } from '../search-index/indexing.ts';
import { Interviews } from '../sources/interviews.ts';
import { InterviewCopies } from './interview-copies.ts';

/** An interview that is completed, or has a copy. */
export class InterviewToCopy extends InterviewReference {
  /** The generation that is filled with the interview; without it, all live ones. */
  @Integer({ min: 1, optional: true })
  readonly generation?: number;
}

/** Copies the summary of an interview, or deletes the copy of one that is gone. */
export const copyInterview = job('copy-interview', InterviewToCopy);

/** Updates copies of summaries whose events this service did not receive. */
@Works(copyInterview)
export class CopyingInterviews implements Worker<typeof copyInterview> {
  constructor(
    private readonly interviews: Interviews,
    private readonly copies: InterviewCopies,
    private readonly indexing: Indexing,
    private readonly database: Database,
  ) {}

  /** Adds an indexing job even if there is no summary, or no longer: the generation that lacks the interview waits for it. */
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
