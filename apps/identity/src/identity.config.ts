import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** What the identity service is configured with. */
export class IdentityConfig extends ServiceConfig {
  /** A database of this service's own; without it, the one of `DATABASE_URL`. */
  @Env('IDENTITY_DATABASE_URL')
  @Text({ optional: true })
  readonly identityDatabaseUrl?: string;
}

/** What the commands beside the service are configured with. */
export class CommandConfig {
  @Env('IDENTITY_DATABASE_URL')
  @Text({ optional: true })
  readonly identityDatabaseUrl?: string;

  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;

  /** Where gateways are told at once; without it, they know within 5 s. */
  @Env('NATS_URL')
  @Text({ optional: true })
  readonly natsUrl?: string;
}
