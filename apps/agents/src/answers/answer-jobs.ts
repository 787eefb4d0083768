import { Integer, Uuid } from '@pks/contracts';
import { type Jobs, job } from '@pks/platform';
import type { Question } from './question.entity.ts';

/** Names a question that may have to be answered by another process. */
export class AnswerJob {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly conversation_id!: string;

  @Integer({ min: 1 })
  readonly number!: number;
}

/** Looks whether a question is still being answered; if whoever answered it is gone, somebody else does. */
export const answerTaking = job('answer-taking', AnswerJob);

/** Looks at a question when its lease ends, or at another time: after it was asked, or after it was looked at by this job. */
export function lookLater(
  jobs: Jobs,
  question: Question,
  after = 'asked',
  startAfter = question.leasedUntil,
): Promise<void> {
  const { projectId: project_id, conversationId: conversation_id, number } = question;
  const key = `${conversation_id} ${number} ${after}`;
  return jobs.add(answerTaking, { project_id, conversation_id, number }, { key, startAfter });
}
