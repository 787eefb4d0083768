import { Text } from '@pks/contracts';
import { Env, NATS_ADDRESSES, ServiceConfig } from '@pks/platform';

/** The configuration of the interviews service. */
export class InterviewsConfig extends ServiceConfig {
  /** The address of NATS with this service's own user; without it, the one of `NATS_URL`. */
  @Env('INTERVIEWS_NATS_URL')
  @Text({ optional: true, pattern: NATS_ADDRESSES })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('INTERVIEWS_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;
}
