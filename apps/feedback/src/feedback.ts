import type { ServiceDefinition } from '@pks/platform';
import { FeedbackConfig } from './feedback.config.ts';
import { feedbackSchema } from './feedback.database.ts';
import { FeedbackModule } from './feedback.module.ts';

/** The feedback service: signals, which users and agents submit and admins review. */
export const feedback: ServiceDefinition<FeedbackConfig> = {
  name: 'feedback',
  module: FeedbackModule,
  config: FeedbackConfig,
  schema: feedbackSchema,
};
