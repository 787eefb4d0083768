import {
  type Caller,
  type InterviewReference,
  type ListMessages,
  type SendMessage,
  interviewMessages,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { EntriesRepository } from './entries.repository.ts';
import type { FollowUp } from './follow-ups.ts';
import { MessagesService } from './messages.service.ts';

/** Answers the calls about the conversation of an interview. */
@Serves(interviewMessages)
export class MessagesController implements Service<typeof interviewMessages> {
  /** The language model is asked before the transaction begins. */
  readonly before = {
    send: (request, caller) => this.service.prepare(request, caller),
  } satisfies Before<typeof interviewMessages>;

  constructor(
    private readonly service: MessagesService,
    private readonly entries: EntriesRepository,
  ) {}

  send(request: SendMessage, caller: Caller, followUp: FollowUp | null) {
    return this.service.send(request, caller, followUp);
  }

  list(request: ListMessages, caller: Caller) {
    return this.entries.list(request, caller);
  }

  complete(request: InterviewReference, caller: Caller) {
    return this.service.complete(request, caller);
  }
}
