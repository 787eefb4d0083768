import { Injectable } from '@nestjs/common';
import type {
  Caller,
  ConversationReviewed,
  MarkConversationReviewed,
  SignalReference,
  Signal as SignalView,
  SubmitSignal,
  UpdateSignal,
} from '@pks/contracts';
import { Clock, Database, type Json } from '@pks/platform';
import { ParticipantsRepository } from '../participants/participants.repository.ts';
import { ConversationSignalsRepository } from './conversation-signals.repository.ts';
import { Signal } from './signal.entity.ts';
import { SignalsRepository } from './signals.repository.ts';

/**
 * How signals are submitted, changed and closed (api.md Signals, decisions 5). What a write locks it locks in this order:
 * the participant, the signals, their counts.
 */
@Injectable()
export class SignalWriting {
  constructor(
    private readonly signals: SignalsRepository,
    private readonly conversations: ConversationSignalsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What is suggested for it comes later: nobody waits for that. */
  submit(request: SubmitSignal, caller: Caller): Promise<Json<SignalView>> {
    const signal = Signal.of({
      projectId: request.project_id,
      givenById: caller.user_id,
      feedback: request.feedback,
      isPositive: request.is_positive ?? null,
      context: request.context,
      now: this.clock.now(),
    });
    return this.database.transaction(async () => {
      await this.participants.keep(signal.projectId, caller);
      await this.signals.insert(signal, caller);
      return this.signals.view(signal.projectId, signal.id, caller);
    });
  }

  /** Changes nothing, and tells of nothing, when nothing is different. @throws NotFound also for another user's to who is no admin. */
  update(request: UpdateSignal, caller: Caller): Promise<Json<SignalView>> {
    const { project_id, signal_id, ...changes } = request;
    return this.database.transaction(async () => {
      await this.participants.keep(project_id, caller);
      const signal = await this.signals.lock(project_id, signal_id);
      signal.assertVisibleTo(caller);
      const { status, sentiment } = signal;
      const isDifferent = signal.change(changes, caller, this.clock.now());
      if (isDifferent) await this.signals.store(signal, { status, sentiment }, caller);
      return this.signals.view(project_id, signal_id, caller);
    });
  }

  async remove({ project_id, signal_id }: SignalReference): Promise<void> {
    await this.database.transaction(async () => {
      await this.signals.remove(await this.signals.lock(project_id, signal_id));
    });
  }

  /** Those of its signals that are open; what is closed already stays as it is. */
  async markConversationReviewed(
    { project_id, conversation_id }: MarkConversationReviewed,
    caller: Caller,
  ): Promise<ConversationReviewed> {
    const updated_count = await this.database.transaction(async () => {
      await this.participants.keep(project_id, caller);
      return this.conversations.review(project_id, conversation_id, caller);
    });
    return { updated_count, conversation_id, new_status: 'reviewed' };
  }
}
