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
import { Assignees } from './assignment/assignees.ts';
import { AssignmentSources } from './assignment/assignment-sources.ts';
import { AssignmentController } from './assignment/assignment.controller.ts';
import { AssignmentService } from './assignment/assignment.service.ts';
import { Joining } from './assignment/joining.ts';
import { NewInterviews } from './assignment/new-interviews.ts';
import { CampaignOpening } from './campaigns/campaign-opening.ts';
import { CampaignsController } from './campaigns/campaigns.controller.ts';
import { CampaignsRepository } from './campaigns/campaigns.repository.ts';
import { CampaignsService } from './campaigns/campaigns.service.ts';
import { DraftsController } from './drafts/drafts.controller.ts';
import { DraftsRepository } from './drafts/drafts.repository.ts';
import { DraftsService } from './drafts/drafts.service.ts';
import { InterviewPages } from './drafts/interview-pages.ts';
import { EntriesRepository } from './conversation/entries.repository.ts';
import { FollowUps } from './conversation/follow-ups.ts';
import { Interviewer } from './conversation/interviewer.ts';
import { MessagesController } from './conversation/messages.controller.ts';
import { MessagesService } from './conversation/messages.service.ts';
import { Openings } from './conversation/openings.ts';
import { Recording } from './conversation/recording.ts';
import { FeedController } from './feed/feed.controller.ts';
import { FeedRepository } from './feed/feed.repository.ts';
import { ImportResults } from './imports/import-results.ts';
import { ImportedEntriesRepository } from './imports/imported-entries.repository.ts';
import { ImportsController } from './imports/imports.controller.ts';
import { ImportsService } from './imports/imports.service.ts';
import { TranscriptParser } from './imports/parsing/transcript-parser.ts';
import { TranscriptParsing } from './imports/transcript-parsing.ts';
import { TranscriptsRepository } from './imports/transcripts.repository.ts';
import { InterviewCounts } from './interviews/interview-counts.ts';
import { InterviewListsRepository } from './interviews/interview-lists.repository.ts';
import { InterviewTotalsRepository } from './interviews/interview-totals.repository.ts';
import { InterviewsController } from './interviews/interviews.controller.ts';
import { InterviewsRepository } from './interviews/interviews.repository.ts';
import { InterviewsService } from './interviews/interviews.service.ts';
import { InterviewsConfig } from './interviews.config.ts';
import { Delivery } from './reminders/delivery.ts';
import { InterviewInvitesController } from './reminders/interview-invites.controller.ts';
import { InterviewLettersController } from './reminders/interview-letters.controller.ts';
import { InterviewReminders } from './reminders/interview-reminders.ts';
import { PresentAssignees } from './reminders/present-assignees.ts';
import { RemindersController } from './reminders/reminders.controller.ts';
import { RemindersService } from './reminders/reminders.service.ts';
import { InterviewSending } from './reminders/sending.ts';
import { StopTokens } from './reminders/stop-tokens.ts';
import { CompletedInterviewsRepository } from './reports/completed-interviews.repository.ts';
import { InterviewNotesController } from './reports/interview-notes.controller.ts';
import { InterviewReportsController } from './reports/interview-reports.controller.ts';
import { InterviewSummariesController } from './reports/interview-summaries.controller.ts';
import { TestRunsController } from './test-runs/test-runs.controller.ts';
import { TestRunsRepository } from './test-runs/test-runs.repository.ts';
import { TestRunsService } from './test-runs/test-runs.service.ts';

/** The resources of the interviews service. */
@Module({
  controllers: [
    AssignmentController,
    CampaignsController,
    DraftsController,
    EmailChanges,
    FeedController,
    ImportsController,
    InterviewInvitesController,
    InterviewLettersController,
    InterviewNotesController,
    InterviewReportsController,
    InterviewSummariesController,
    InterviewsController,
    Joining,
    MessagesController,
    ProjectDeletions,
    RemindersController,
    TestRunsController,
  ],
  providers: [
    CompletedInterviewsRepository,
    ActingUsers,
    Assignees,
    AssignmentService,
    AssignmentSources,
    NewInterviews,
    CampaignOpening,
    CampaignsRepository,
    CampaignsService,
    Delivery,
    DraftsRepository,
    DraftsService,
    EntriesRepository,
    FeedRepository,
    FollowUps,
    ImportResults,
    ImportedEntriesRepository,
    ImportsService,
    InterviewCounts,
    InterviewListsRepository,
    InterviewPages,
    InterviewReminders,
    InterviewSending,
    InterviewTotalsRepository,
    Interviewer,
    InterviewsRepository,
    InterviewsService,
    LargePages,
    MessagesService,
    Openings,
    ParticipantsRepository,
    PresentAssignees,
    Recording,
    RemindersService,
    SlicedPages,
    StopTokens,
    TestRunsRepository,
    TestRunsService,
    TranscriptParser,
    TranscriptParsing,
    TranscriptsRepository,
    languageModelOf(InterviewsConfig),
  ],
})
export class InterviewsModule {}
