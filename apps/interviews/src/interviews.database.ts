import {
  type DatabaseOptions,
  DeferredEvent,
  DeletedProject,
  InboxEntry,
  OutboxEvent,
  Participant,
} from '@pks/platform';
import { Campaign } from './campaigns/campaign.entity.ts';
import { Draft } from './drafts/draft.entity.ts';
import { Transcript } from './imports/transcript.entity.ts';
import { InterviewEntry } from './interviews/interview-entry.entity.ts';
import { InterviewTotal } from './interviews/interview-total.entity.ts';
import { Interview } from './interviews/interview.entity.ts';
import { CreateInterviews1796774400000 } from './migrations/1796774400000-create-interviews.ts';
import { CreateDrafts1796860800000 } from './migrations/1796860800000-create-drafts.ts';
import { AddClientMessages1796947200000 } from './migrations/1796947200000-add-client-messages.ts';
import { CreateImports1797033600000 } from './migrations/1797033600000-create-imports.ts';
import { AnnounceCompletedInterviews1797130000000 } from './migrations/1797130000000-announce-completed-interviews.ts';
import { CreateTestRuns1797206400000 } from './migrations/1797206400000-create-test-runs.ts';
import { IndexEntryIds1797465600000 } from './migrations/1797465600000-index-entry-ids.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { FindDraftsByCampaign1797984000000 } from './migrations/1797984000000-find-drafts-by-campaign.ts';
import { DropEmailIndex1798416000000 } from './migrations/1798416000000-drop-email-index.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { FoldFinalSigmas1798675200000 } from './migrations/1798675200000-fold-final-sigmas.ts';
import { FindDraftsByFoldedName1798675260000 } from './migrations/1798675260000-find-drafts-by-folded-name.ts';
import { TestRunEntry } from './test-runs/test-run-entry.entity.ts';
import { TestRun } from './test-runs/test-run.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const interviewsSchema = {
  schema: 'interviews',
  entities: [
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
    Participant,
    Campaign,
    Interview,
    InterviewEntry,
    InterviewTotal,
    Draft,
    Transcript,
    TestRun,
    TestRunEntry,
  ],
  migrations: [
    CreateInterviews1796774400000,
    CreateDrafts1796860800000,
    AddClientMessages1796947200000,
    CreateImports1797033600000,
    AnnounceCompletedInterviews1797130000000,
    CreateTestRuns1797206400000,
    IndexEntryIds1797465600000,
    DeleteProjects1797552000000,
    FindDraftsByCampaign1797984000000,
    DropEmailIndex1798416000000,
    SeparateDeferredEvents1798588860000,
    FoldFinalSigmas1798675200000,
    FindDraftsByFoldedName1798675260000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
