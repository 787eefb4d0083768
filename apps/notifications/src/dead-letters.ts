import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { notificationsSchema } from './notifications.database.ts';

await runDeadLettersCommand('NOTIFICATIONS_DATABASE_URL', notificationsSchema);
