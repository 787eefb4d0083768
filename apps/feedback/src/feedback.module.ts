import { Module } from '@nestjs/common';
import {
  ActingUsers,
  EmailChanges,
  LargePages,
  ParticipantsRepository,
  ProjectDeletions,
  SlicedPages,
  languageModelOf,
} from '@pks/platform';
import { ConversationFollowing } from './conversations/conversation-following.ts';
import { ConversationsRepository } from './conversations/conversations.repository.ts';
import { FeedbackConfig } from './feedback.config.ts';
import { ConversationSignalsRepository } from './signals/conversation-signals.repository.ts';
import { SignalGroupsRepository } from './signals/signal-groups.repository.ts';
import { SignalGroupsService } from './signals/signal-groups.service.ts';
import { SignalListsRepository } from './signals/signal-lists.repository.ts';
import { SignalPages } from './signals/signal-pages.ts';
import { DescribedConversations } from './signals/described-conversations.ts';
import { SignalsController } from './signals/signals.controller.ts';
import { SignalsRepository } from './signals/signals.repository.ts';
import { SignalsService } from './signals/signals.service.ts';
import { ModelSuggestions } from './suggestions/model-suggestions.ts';
import { SuggestionMaking } from './suggestions/suggestion-making.ts';
import { SuggestionsRepository } from './suggestions/suggestions.repository.ts';

/** The resources of the feedback service. */
@Module({
  controllers: [ConversationFollowing, EmailChanges, ProjectDeletions, SignalsController, SuggestionMaking],
  providers: [
    ActingUsers,
    ConversationSignalsRepository,
    ConversationsRepository,
    DescribedConversations,
    LargePages,
    ModelSuggestions,
    ParticipantsRepository,
    SignalGroupsRepository,
    SignalGroupsService,
    SignalListsRepository,
    SignalPages,
    SignalsRepository,
    SignalsService,
    SlicedPages,
    SuggestionsRepository,
    languageModelOf(FeedbackConfig),
  ],
})
export class FeedbackModule {}
