import {
  type AskAgent,
  type AskAndFollow,
  type Caller,
  type ConversationReference,
  type CreateConversation,
  type FollowAnswer,
  type ListConversations,
  type ListTags,
  type QuestionAsked,
  type UpdateConversation,
  conversations,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { ConversationListsRepository } from '../conversations/conversation-lists.repository.ts';
import { ConversationsService } from '../conversations/conversations.service.ts';
import { AnswerFollowing } from './answer-following.ts';
import { AnswersService } from './answers.service.ts';

/** Answers the calls about conversations. */
@Serves(conversations)
export class ConversationsController implements Service<typeof conversations> {
  /** Outside the call's transaction: an answer may take long, and is recorded part by part. */
  readonly before = {
    ask: (request, caller) => this.answers.prepare(request, caller),
    begin: (request, caller) => this.answers.begin(request, caller),
  } satisfies Before<typeof conversations>;

  constructor(
    private readonly service: ConversationsService,
    private readonly lists: ConversationListsRepository,
    private readonly answers: AnswersService,
    private readonly following: AnswerFollowing,
  ) {}

  list(request: ListConversations, caller: Caller) {
    return this.lists.list(request, caller);
  }

  create(request: CreateConversation, caller: Caller) {
    return this.service.create(request, caller);
  }

  get(request: ConversationReference, caller: Caller) {
    return this.service.get(request, caller);
  }

  update(request: UpdateConversation, caller: Caller) {
    return this.service.update(request, caller);
  }

  archive(request: ConversationReference, caller: Caller) {
    return this.service.archive(request, caller);
  }

  unarchive(request: ConversationReference, caller: Caller) {
    return this.service.unarchive(request, caller);
  }

  removePermanently(request: ConversationReference, caller: Caller) {
    return this.service.removePermanently(request, caller);
  }

  share(request: ConversationReference, caller: Caller) {
    return this.service.share(request, caller, true);
  }

  unshare(request: ConversationReference, caller: Caller) {
    return this.service.share(request, caller, false);
  }

  allTags(request: ListTags, caller: Caller) {
    return this.service.allTags(request, caller);
  }

  ask(request: AskAgent, _caller: Caller, question: number) {
    return this.answers.entriesOf(request, question);
  }

  async begin(_request: AskAndFollow, _caller: Caller, asked: QuestionAsked) {
    return asked;
  }

  follow(request: FollowAnswer, caller: Caller) {
    return this.following.follow(request, caller);
  }
}
