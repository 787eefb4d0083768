import { Injectable } from '@nestjs/common';
import type {
  Caller,
  ConversationNote,
  InProject,
  ListSignals,
  Sentiment,
  SignalCounts,
  SignalReference,
  SignalStatus,
  Signal as SignalView,
  SubmitSignal,
  UpdateSignal,
} from '@pks/contracts';
import { Clock, Database, type Json, type JsonPage, ParticipantsRepository } from '@pks/platform';
import { SignalListsRepository } from './signal-lists.repository.ts';
import { Signal, visibleSubmitter } from './signal.entity.ts';
import { SignalsRepository, type StatusAndSentimentCount } from './signals.repository.ts';

/**
 * Signals (api.md Signals, decisions 5): admins see all of a project, others only their own. A write takes its locks in this
 * order: the participant, the signals, their counts.
 */
@Injectable()
export class SignalsService {
  constructor(
    private readonly signals: SignalsRepository,
    private readonly lists: SignalListsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists signals, last updated first. */
  list(request: ListSignals, caller: Caller): Promise<JsonPage<SignalView>> {
    return this.lists.list(request, visibleSubmitter(caller));
  }

  /** @throws NotFound for a signal that the caller may not see, too. */
  get({ project_id, signal_id }: SignalReference, caller: Caller): Promise<Json<SignalView>> {
    return this.signals.view(project_id, signal_id, visibleSubmitter(caller));
  }

  async counts({ project_id }: InProject, caller: Caller): Promise<SignalCounts> {
    const { signals, groups } = await this.signals.counts(project_id, visibleSubmitter(caller));
    const counted = summed(signals);
    const count = (isConversation: boolean, isOpen: boolean): number =>
      groups.find((row) => row.is_conversation === isConversation && row.is_open === isOpen)?.count ?? 0;
    return {
      ...counted,
      to_review: counted.status.to_review,
      reviewed: counted.status.reviewed,
      conversations_to_review: count(true, true),
      conversations_reviewed: count(true, false),
      ungrouped_to_review: count(false, true),
      ungrouped_reviewed: count(false, false),
    };
  }

  /**
   * Submits a signal. Its suggestion is made later: the caller does not wait for it. If the conversation that it names is another
   * signal, the new signal gets no conversation, so that each of the two is alone in its group.
   */
  submit(request: SubmitSignal, caller: Caller, about?: ConversationNote): Promise<Json<SignalView>> {
    const signal = Signal.of({
      projectId: request.project_id,
      givenById: caller.user_id,
      feedback: request.feedback,
      isPositive: request.is_positive ?? null,
      context: request.context,
      about,
      now: this.clock.now(),
    });
    return this.database.transaction(async () => {
      const { projectId, conversationId } = signal;
      await this.participants.keep(projectId, caller);
      if (conversationId && (await this.signals.exists(projectId, conversationId)))
        signal.conversationId = null;
      await this.signals.insert(signal, caller);
      return this.signals.view(projectId, signal.id);
    });
  }

  /** Updates a signal. If no field changes, nothing is written or published. @throws NotFound for a signal that the caller may not see, too. */
  update(request: UpdateSignal, caller: Caller): Promise<Json<SignalView>> {
    const { project_id, signal_id, ...changes } = request;
    return this.database.transaction(async () => {
      await this.participants.keep(project_id, caller);
      const signal = await this.signals.lock(project_id, signal_id);
      signal.assertVisibleTo(caller);
      const { status } = signal;
      const isDifferent = signal.change(changes, caller, this.clock.now());
      if (isDifferent) await this.signals.store(signal, status, caller);
      return this.signals.view(project_id, signal_id);
    });
  }

  async remove({ project_id, signal_id }: SignalReference): Promise<void> {
    await this.database.transaction(async () => {
      await this.signals.remove(await this.signals.lock(project_id, signal_id));
    });
  }
}

/** The counts by status, and those by sentiment. */
function summed(
  rows: readonly StatusAndSentimentCount[],
): Pick<SignalCounts, 'total' | 'status' | 'sentiment'> {
  const sum = (isCounted: (row: StatusAndSentimentCount) => boolean): number =>
    rows.filter(isCounted).reduce((total, { count }) => total + count, 0);
  const ofStatus = (status: SignalStatus): number => sum((row) => row.status === status);
  const ofSentiment = (sentiment: Sentiment): number => sum((row) => row.sentiment === sentiment);
  return {
    total: sum(() => true),
    status: {
      to_review: ofStatus('to_review'),
      reviewed: ofStatus('reviewed'),
      dismissed: ofStatus('dismissed'),
    },
    sentiment: {
      positive: ofSentiment('positive'),
      negative: ofSentiment('negative'),
      neutral: ofSentiment('neutral'),
      actionable: sum((row) => row.sentiment !== 'positive'),
    },
  };
}
