import { Integer, Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** The configuration of the identity service. */
export class IdentityConfig extends ServiceConfig {
  /** This service's own database; without it, the one of `DATABASE_URL`. */
  @Env('IDENTITY_DATABASE_URL')
  @Text({ optional: true })
  readonly identityDatabaseUrl?: string;
}

/** The cost of password hashes. */
export class PasswordConfig {
  /** Binary logarithm of scrypt's cost: memory and time double with each step. A stored hash keeps the cost that it was made with. */
  @Env('PASSWORD_HASH_COST')
  @Integer({ min: 10, max: 20, default: 15 })
  readonly hashCost!: number;
}

/** The configuration of the commands beside the service. */
export class CommandConfig {
  @Env('IDENTITY_DATABASE_URL')
  @Text({ optional: true })
  readonly identityDatabaseUrl?: string;

  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;

  /** Where gateways are notified immediately; without it, they notice within 5 s. */
  @Env('NATS_URL')
  @Text({ optional: true })
  readonly natsUrl?: string;
}
