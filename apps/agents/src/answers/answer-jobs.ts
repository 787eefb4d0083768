import { Integer, Uuid } from '@pks/contracts';
import { type Jobs, job } from '@pks/platform';
import type { Question } from './question.entity.ts';

/** Identifies a question that another process may need to answer. */
export class AnswerJob {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly conversation_id!: string;

  @Integer({ min: 1 })
  readonly number!: number;
}

/** Checks whether a question is still being answered, and takes it over if the answering process is gone. */
export const answerTaking = job('answer-taking', AnswerJob);

interface Check {
  /** The id of the previous check's job, if there is one. */
  readonly after?: string;
  /** By default, the end of the question's lease. */
  readonly at?: Date;
}

/** Schedules a check of the question. */
export function scheduleCheck(jobs: Jobs, question: Question, check: Check = {}): Promise<void> {
  const { after = 'asked', at: startAfter = question.leasedUntil } = check;
  const { projectId: project_id, conversationId: conversation_id, number } = question;
  const key = `${conversation_id} ${number} ${after}`;
  return jobs.add(answerTaking, { project_id, conversation_id, number }, { key, startAfter });
}
