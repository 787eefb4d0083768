import type { ServiceDefinition } from '@pks/platform';
import { InterviewsConfig } from './interviews.config.ts';
import { interviewsSchema } from './interviews.database.ts';
import { InterviewsModule } from './interviews.module.ts';

/** The interviews service: interviews that people take, their campaigns, drafts and reminders, and imported transcripts. */
export const interviews: ServiceDefinition<InterviewsConfig> = {
  name: 'interviews',
  module: InterviewsModule,
  config: InterviewsConfig,
  schema: interviewsSchema,
};
