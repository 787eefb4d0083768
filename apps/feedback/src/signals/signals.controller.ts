import {
  type Caller,
  type InProject,
  type ListSignalGroups,
  type ListSignals,
  type MarkConversationReviewed,
  type SignalReference,
  type SubmitSignal,
  type UpdateSignal,
  signals,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { ActingUsers } from '../participants/acting-users.ts';
import { SignalWriting } from './signal-writing.ts';
import { SignalsService } from './signals.service.ts';

/** Answers the calls about signals. */
@Serves(signals)
export class SignalsController implements Service<typeof signals> {
  /** Who changes or closes signals is there still (decisions 5, `User not found`). */
  readonly before: Before<typeof signals> = {
    update: (_request, caller) => this.actors.assertPresent(caller),
    markConversationReviewed: (_request, caller) => this.actors.assertPresent(caller),
  };

  constructor(
    private readonly reading: SignalsService,
    private readonly writing: SignalWriting,
    private readonly actors: ActingUsers,
  ) {}

  submit(request: SubmitSignal, caller: Caller) {
    return this.writing.submit(request, caller);
  }

  list(request: ListSignals, caller: Caller) {
    return this.reading.list(request, caller);
  }

  get(request: SignalReference, caller: Caller) {
    return this.reading.get(request, caller);
  }

  update(request: UpdateSignal, caller: Caller) {
    return this.writing.update(request, caller);
  }

  remove(request: SignalReference) {
    return this.writing.remove(request);
  }

  counts(request: InProject, caller: Caller) {
    return this.reading.counts(request, caller);
  }

  groupedByConversation(request: ListSignalGroups, caller: Caller) {
    return this.reading.groupedByConversation(request, caller);
  }

  markConversationReviewed(request: MarkConversationReviewed, caller: Caller) {
    return this.writing.markConversationReviewed(request, caller);
  }
}
