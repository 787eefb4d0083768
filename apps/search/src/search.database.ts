import { type DatabaseOptions, DeferredEvent, DeletedProject, InboxEntry, OutboxEvent } from '@pks/platform';
import { InterviewSummary } from './interview-summaries/interview-summary.entity.ts';
import { CreateSearch1797292800000 } from './migrations/1797292800000-create-search.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { IndexedSource } from './search-index/indexed-source.entity.ts';
import { SearchGeneration } from './search-index/search-generation.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const searchSchema = {
  schema: 'search',
  entities: [
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
    SearchGeneration,
    IndexedSource,
    InterviewSummary,
  ],
  migrations: [CreateSearch1797292800000, DeleteProjects1797552000000, SeparateDeferredEvents1798588860000],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
