import { InterviewReference } from '@pks/contracts';
import { type Job, type Worker, Works, job } from '@pks/platform';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** Deletes the row that is left of a deleted interview. */
export const forgetInterview = job('forget-interview', InterviewReference);

/** After this time, no event that was read before the interview's deletion is still being handled. Milliseconds. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/** Deletes the row that kept late events from bringing a deleted interview back. */
@Works(forgetInterview)
export class ForgettingInterviews implements Worker<typeof forgetInterview> {
  constructor(private readonly summaries: InterviewSummariesRepository) {}

  work({ payload: { project_id, interview_id } }: Job<typeof forgetInterview>): Promise<void> {
    return this.summaries.forget(project_id, interview_id);
  }
}
