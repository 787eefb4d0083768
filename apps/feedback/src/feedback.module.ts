import { Module } from '@nestjs/common';
import { ActingUsers } from './participants/acting-users.ts';
import { EmailChanges } from './participants/email-changes.ts';
import { ParticipantsRepository } from './participants/participants.repository.ts';
import { ConversationSignalsRepository } from './signals/conversation-signals.repository.ts';
import { LargePages } from './signals/large-pages.ts';
import { SignalCountsRepository } from './signals/signal-counts.repository.ts';
import { SignalGroupsRepository } from './signals/signal-groups.repository.ts';
import { SignalListsRepository } from './signals/signal-lists.repository.ts';
import { SignalPages } from './signals/signal-pages.ts';
import { SignalWriting } from './signals/signal-writing.ts';
import { SignalsController } from './signals/signals.controller.ts';
import { SignalsRepository } from './signals/signals.repository.ts';
import { SignalsService } from './signals/signals.service.ts';
import { SuggestionMaking } from './suggestions/suggestion-making.ts';
import { SuggestionsRepository } from './suggestions/suggestions.repository.ts';

/** The parts of the feedback service. */
@Module({
  providers: [
    ActingUsers,
    ConversationSignalsRepository,
    EmailChanges,
    LargePages,
    ParticipantsRepository,
    SignalCountsRepository,
    SignalGroupsRepository,
    SignalListsRepository,
    SignalPages,
    SignalWriting,
    SignalsController,
    SignalsRepository,
    SignalsService,
    SuggestionMaking,
    SuggestionsRepository,
  ],
})
export class FeedbackModule {}
