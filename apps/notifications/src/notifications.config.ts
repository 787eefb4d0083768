import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** What the notifications service is configured with. */
export class NotificationsConfig extends ServiceConfig {
  /** A database of its own, instead of the common one. */
  @Env('NOTIFICATIONS_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;
}
