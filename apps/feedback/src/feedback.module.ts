import { Module } from '@nestjs/common';
import {
  ActingUsers,
  EmailChanges,
  LanguageModel,
  LargePages,
  ParticipantsRepository,
  ProjectDeletions,
  SlicedPages,
  openLanguageModel,
} from '@pks/platform';
import { ConversationFollowing } from './conversations/conversation-following.ts';
import { ConversationsRepository } from './conversations/conversations.repository.ts';
import { FeedbackConfig } from './feedback.config.ts';
import { ConversationSignalsRepository } from './signals/conversation-signals.repository.ts';
import { ConversationsService } from './signals/conversations.service.ts';
import { SignalGroupsRepository } from './signals/signal-groups.repository.ts';
import { SignalListsRepository } from './signals/signal-lists.repository.ts';
import { SignalPages } from './signals/signal-pages.ts';
import { DescribedConversations } from './signals/described-conversations.ts';
import { SignalsController } from './signals/signals.controller.ts';
import { SignalsRepository } from './signals/signals.repository.ts';
import { SignalsService } from './signals/signals.service.ts';
import { ModelSuggestions } from './suggestions/model-suggestions.ts';
import { SuggestionMaking } from './suggestions/suggestion-making.ts';
import { SuggestionsRepository } from './suggestions/suggestions.repository.ts';

const LANGUAGE_MODEL = {
  provide: LanguageModel,
  useFactory: (config: FeedbackConfig) => openLanguageModel(config),
  inject: [FeedbackConfig],
};

/** The resources of the feedback service. */
@Module({
  controllers: [ConversationFollowing, EmailChanges, ProjectDeletions, SignalsController, SuggestionMaking],
  providers: [
    ActingUsers,
    ConversationSignalsRepository,
    ConversationsRepository,
    ConversationsService,
    DescribedConversations,
    LANGUAGE_MODEL,
    LargePages,
    ModelSuggestions,
    ParticipantsRepository,
    SignalGroupsRepository,
    SignalListsRepository,
    SignalPages,
    SignalsRepository,
    SignalsService,
    SlicedPages,
    SuggestionsRepository,
  ],
})
export class FeedbackModule {}
