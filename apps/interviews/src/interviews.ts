import type { ServiceDefinition } from '@pks/platform';
import { InterviewsConfig } from './interviews.config.ts';
import { interviewsSchema } from './interviews.database.ts';
import { InterviewsModule } from './interviews.module.ts';

/** The interviews service: interviews that people take, their campaigns, drafts and reminders, and imported transcripts. */
export const interviews: ServiceDefinition<InterviewsConfig> = {
  name: 'interviews',
  module: InterviewsModule,
  config: InterviewsConfig,
  database: (config) => ({
    ...interviewsSchema,
    url: config.ownDatabaseUrl ?? config.databaseUrl ?? 'postgres://127.0.0.1:5432/project_knowledge',
    poolSize: config.poolSize,
    migrate: config.migrateOnStart,
    rowSecurity: config.rowLevelSecurity === 'on',
    name: 'interviews',
  }),
};
