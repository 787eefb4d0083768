import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** The configuration of the feedback service. */
export class FeedbackConfig extends ServiceConfig {
  /** The service's own database, instead of the shared one. */
  @Env('FEEDBACK_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;
}
