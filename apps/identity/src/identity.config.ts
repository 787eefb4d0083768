import { Integer, Text } from '@pks/contracts';
import { DATABASE_URL_FORM, Env, NATS_URL_FORM, ServiceConfig } from '@pks/platform';

/** The configuration of the identity service. */
export class IdentityConfig extends ServiceConfig {
  /** The address of NATS with this service's own user; without it, `NATS_URL` is used. */
  @Env('IDENTITY_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** This service's own database; without it, `DATABASE_URL` is used. */
  @Env('IDENTITY_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;
}

/** The cost of password hashes. */
export class PasswordConfig {
  /** Binary logarithm of scrypt's cost: each step doubles memory and time. A hash with another cost is replaced at its user's next login. */
  @Env('PASSWORD_HASH_COST')
  @Integer({ min: 10, max: 20, default: 15 })
  readonly hashCost!: number;
}

/** The configuration of the commands beside the service. */
export class CommandConfig {
  /** The address of NATS with the identity service's own user; without it, `NATS_URL` is used. */
  @Env('IDENTITY_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  readonly ownNatsUrl?: string;

  /** The NATS through which gateways are notified immediately; without it, they notice changes within 5 s. */
  @Env('NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  readonly natsUrl?: string;

  @Env('NATS_CA')
  @Text({ optional: true })
  readonly natsCa?: string;
}
