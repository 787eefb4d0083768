import type { ServiceDefinition } from '@pks/platform';
import { NotificationsConfig } from './notifications.config.ts';
import { notificationsSchema } from './notifications.database.ts';
import { NotificationsModule } from './notifications.module.ts';

/** The notifications service: notifications in the product, and e-mail. */
export const notificationsService: ServiceDefinition<NotificationsConfig> = {
  name: 'notifications',
  module: NotificationsModule,
  config: NotificationsConfig,
  database: (config) => ({
    ...notificationsSchema,
    url: config.ownDatabaseUrl ?? config.databaseUrl ?? 'postgres://127.0.0.1:5432/project_knowledge',
    poolSize: config.poolSize,
    migrate: config.migrateOnStart,
    rowSecurity: config.rowLevelSecurity === 'on',
    name: 'notifications',
  }),
};
