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
import { type Service, Serves } from '@pks/platform';
import { SignalWriting } from './signal-writing.ts';
import { SignalsService } from './signals.service.ts';

/** Answers the calls about signals. */
@Serves(signals)
export class SignalsController implements Service<typeof signals> {
  constructor(
    private readonly signals: SignalsService,
    private readonly writing: SignalWriting,
  ) {}

  submit(request: SubmitSignal, caller: Caller) {
    return this.writing.submit(request, caller);
  }

  list(request: ListSignals, caller: Caller) {
    return this.signals.list(request, caller);
  }

  get(request: SignalReference, caller: Caller) {
    return this.signals.get(request, caller);
  }

  update(request: UpdateSignal, caller: Caller) {
    return this.writing.update(request, caller);
  }

  remove(request: SignalReference) {
    return this.writing.remove(request);
  }

  counts(request: InProject, caller: Caller) {
    return this.signals.counts(request, caller);
  }

  groupedByConversation(request: ListSignalGroups, caller: Caller) {
    return this.signals.groupedByConversation(request, caller);
  }

  markConversationReviewed(request: MarkConversationReviewed, caller: Caller) {
    return this.writing.markConversationReviewed(request, caller);
  }
}
