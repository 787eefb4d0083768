import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { notificationsSchema } from './notifications.database.ts';

await reportSchemaDrift('NOTIFICATIONS_DATABASE_URL', notificationsSchema);
