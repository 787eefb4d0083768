import { Text } from '@pks/contracts';
import { DATABASE_URL_FORM, Env, NATS_URL_FORM, ShortAnswersConfig } from '@pks/platform';

/** The configuration of the feedback service. */
export class FeedbackConfig extends ShortAnswersConfig {
  /** The address of NATS with this service's own user; without it, the one of `NATS_URL`. */
  @Env('FEEDBACK_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('FEEDBACK_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;
}
