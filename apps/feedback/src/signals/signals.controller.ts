import {
  type Caller,
  type ConversationNote,
  type InProject,
  type ListSignalGroups,
  type ListSignals,
  type MarkConversationReviewed,
  type SignalReference,
  type SubmitSignal,
  type UpdateSignal,
  signals,
} from '@pks/contracts';
import { ActingUsers, type Before, type Service, Serves } from '@pks/platform';
import { DescribedConversations } from './described-conversations.ts';
import { SignalGroupsService } from './signal-groups.service.ts';
import { SignalsService } from './signals.service.ts';

/** Answers the calls about signals. */
@Serves(signals)
export class SignalsController implements Service<typeof signals> {
  /** Users who change or close signals must still be members (decisions 5, `User not found`). */
  readonly before = {
    submit: (request) => this.described.lookUp(request),
    update: (_request, caller) => this.actors.assertPresent(caller),
    markConversationReviewed: (_request, caller) => this.actors.assertPresent(caller),
  } satisfies Before<typeof signals>;

  constructor(
    private readonly service: SignalsService,
    private readonly groups: SignalGroupsService,
    private readonly described: DescribedConversations,
    private readonly actors: ActingUsers,
  ) {}

  submit(request: SubmitSignal, caller: Caller, note: ConversationNote | undefined) {
    return this.service.submit(request, caller, note);
  }

  list(request: ListSignals, caller: Caller) {
    return this.service.list(request, caller);
  }

  get(request: SignalReference, caller: Caller) {
    return this.service.get(request, caller);
  }

  update(request: UpdateSignal, caller: Caller) {
    return this.service.update(request, caller);
  }

  remove(request: SignalReference) {
    return this.service.remove(request);
  }

  counts(request: InProject, caller: Caller) {
    return this.service.counts(request, caller);
  }

  groupedByConversation(request: ListSignalGroups, caller: Caller) {
    return this.groups.list(request, caller);
  }

  markConversationReviewed(request: MarkConversationReviewed, caller: Caller) {
    return this.groups.markReviewed(request, caller);
  }
}
