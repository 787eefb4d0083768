import type { ServiceDefinition } from '@pks/platform';
import { NotificationsConfig } from './notifications.config.ts';
import { notificationsSchema } from './notifications.database.ts';
import { NotificationsModule } from './notifications.module.ts';

/** The notifications service: notifications in the product, and e-mail. */
export const notificationsService: ServiceDefinition<NotificationsConfig> = {
  name: 'notifications',
  module: NotificationsModule,
  config: NotificationsConfig,
  schema: notificationsSchema,
};
