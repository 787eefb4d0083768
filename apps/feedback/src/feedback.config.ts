import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** What the feedback service is configured with. */
export class FeedbackConfig extends ServiceConfig {
  /** A database of its own, instead of the common one. */
  @Env('FEEDBACK_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;
}
