import { contract, page, rpc } from '../kit/contract.ts';
import { ListOf, OneOf, Text, Uuid } from '../kit/fields.ts';
import { ProjectPage } from '../requests.ts';
import { ChatEntry, INTERVIEW_STATUSES, type InterviewStatus, Topic } from './interview-views.ts';
import { InterviewReference } from './interviews.contract.ts';

/** An answer of the assignee to the interviewer. */
export class SendMessage extends InterviewReference {
  @Text({ example: 'The team that sold it calls within a day.' })
  readonly content!: string;

  @Text({
    max: 255,
    optional: true,
    description:
      'Chosen by the client. A repeated message with the same id in this interview gets the same response and is recorded once.',
  })
  readonly client_message_id?: string;
}

/**
 * The entries that a message, or the completion, added to an interview, and the interview's progress
 * afterwards.
 */
export class InterviewStep {
  @ListOf(ChatEntry, { description: "The recorded message and the interviewer's next turn." })
  readonly entries!: readonly ChatEntry[];

  @OneOf(INTERVIEW_STATUSES)
  readonly status!: InterviewStatus;

  @ListOf(Topic, { description: 'The agenda of a guided interview; empty for other types.' })
  readonly topics!: readonly Topic[];
}

/** A page of a transcript. */
export class ListMessages extends ProjectPage {
  @Uuid()
  readonly interview_id!: string;

  @Uuid({ optional: true, description: 'Only entries after the one with this id.' })
  readonly after?: string;
}

/** Taking an interview: its assignee answers, and whoever may see it reads the transcript (decisions 6). */
export const interviewMessages = contract('interviews.messages', {
  send: rpc(SendMessage).by('view').returns(InterviewStep),
  list: rpc(ListMessages).by('view').returns(page(ChatEntry)),
  complete: rpc(InterviewReference).by('view').returns(InterviewStep),
});
