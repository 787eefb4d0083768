import { type DatabaseOptions, DeferredEvent, InboxEntry } from '@pks/platform';
import { CreateInbox1795564800000 } from './migrations/1795564800000-create-inbox.ts';

/** What this service keeps, and how its schema came to be. */
export const notificationsSchema = {
  schema: 'notifications',
  entities: [InboxEntry, DeferredEvent],
  migrations: [CreateInbox1795564800000],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
