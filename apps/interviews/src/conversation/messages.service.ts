import { Injectable } from '@nestjs/common';
import type { Caller, InterviewReference, InterviewStep, SendMessage } from '@pks/contracts';
import { Database, Invalid } from '@pks/platform';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { type AnsweredMessage, EntriesRepository } from './entries.repository.ts';
import { type FollowUp, FollowUps, questionAt } from './follow-ups.ts';
import { Interviewer } from './interviewer.ts';
import { Recording } from './recording.ts';
import { answering, assertAnsweredBy, assertCompletedBy, assertGoesOn, completing } from './taking.ts';

const USED = 'This id was used for another message.';

/** Answers the messages of assignees (decisions 6). Locks the interview first, so that racing messages are answered one after the other. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly entries: EntriesRepository,
    private readonly interviewer: Interviewer,
    private readonly followUps: FollowUps,
    private readonly recording: Recording,
    private readonly database: Database,
  ) {}

  /** Asks for a follow-up on the answer if a language model is configured. Refuses nothing; `send` does. */
  prepare(request: SendMessage, caller: Caller): Promise<FollowUp | null> {
    const { project_id, interview_id, content, client_message_id: name } = request;
    return this.followUps.prepare(() =>
      this.database.transaction(async () => {
        const interview = await this.interviews.find(project_id, interview_id);
        if (interview?.assignedToId !== caller.user_id || interview.status === 'completed') return null;
        if (name !== undefined && (await this.entries.findAnswered(interview, name))) return null;
        const { messageCount } = interview;
        return {
          subject: interview,
          messageCount,
          content,
          exchange: await this.entries.exchange(interview),
        };
      }),
    );
  }

  /**
   * Records the answer and the interviewer's next turn; after the last question the interview is completed. A repeated message,
   * with the same `client_message_id`, gets the same answer, whatever happened since. @throws Forbidden to all but the assignee;
   * NotPossible once the interview is completed; Invalid if the id was used for another message.
   */
  send(request: SendMessage, caller: Caller, prepared: FollowUp | null): Promise<InterviewStep> {
    const { project_id, interview_id, content, client_message_id: name } = request;
    return this.database.transaction(async () => {
      const interview = await this.interviews.lock(project_id, interview_id);
      assertAnsweredBy(interview, caller);
      const known = name === undefined ? null : await this.entries.findAnswered(interview, name);
      if (known) return answerAgain(interview, known, content);
      assertGoesOn(interview);
      const exchange = await this.entries.exchange(interview);
      const followUp = questionAt(prepared, interview.messageCount);
      const turn = this.interviewer.next({ interview, exchange, answer: content, followUp });
      return this.recording.record(
        interview,
        answering(interview, { content, exchange }, turn),
        caller,
        name,
      );
    });
  }

  /** Ends an interview before its last question; repeating this changes nothing. @throws Forbidden to all but the assignee and admins. */
  complete({ project_id, interview_id }: InterviewReference, caller: Caller): Promise<InterviewStep> {
    return this.database.transaction(async () => {
      const interview = await this.interviews.lock(project_id, interview_id);
      assertCompletedBy(interview, caller);
      const { status, topics } = interview;
      if (status === 'completed') return { entries: [], status, topics };
      const exchange = await this.entries.exchange(interview);
      return this.recording.record(interview, completing(interview, exchange), caller);
    });
  }
}

/** The response that the message got the first time. @throws Invalid if the known message differs. */
function answerAgain(
  { topics }: Interview,
  { message, turn }: AnsweredMessage,
  content: string,
): InterviewStep {
  const { answeredStatus: status, answeredTopics } = message;
  if (message.content !== content || status === null) throw Invalid.field('client_message_id', USED);
  const then = topics.map((topic, index) => ({ ...topic, status: answeredTopics?.[index] ?? topic.status }));
  return { entries: [message.view, turn.view], status, topics: then };
}
