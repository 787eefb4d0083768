import { Text } from '@pks/contracts';
import { APP_URL, BASE_URL, DATABASE_URL_FORM, Env, NATS_URL_FORM, ShortAnswersConfig } from '@pks/platform';

/** The configuration of the interviews service. */
export class InterviewsConfig extends ShortAnswersConfig {
  /** The address of NATS with this service's own user; `NATS_URL` if unset. */
  @Env('INTERVIEWS_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('INTERVIEWS_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;

  /** The address of the web pages; by default, the origin of `PUBLIC_BASE_URL`. */
  @Env('PUBLIC_APP_URL')
  @Text({ optional: true, pattern: APP_URL, example: 'https://knowledge.example.com' })
  readonly publicAppUrl?: string;

  /** The public address of the API; if neither address is set, links to pages are paths. */
  @Env('PUBLIC_BASE_URL')
  @Text({ optional: true, pattern: BASE_URL, example: 'https://knowledge.example.com/api/v1' })
  readonly publicBaseUrl?: string;
}
