import type { ServiceDefinition } from '@pks/platform';
import { IdentityConfig } from './identity.config.ts';
import { databaseUrlOf, identityDatabase } from './identity.database.ts';
import { IdentityModule } from './identity.module.ts';

/** The identity service: organizations, users, their credentials, projects and their members. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  module: IdentityModule,
  config: IdentityConfig,
  database: (config) => ({
    ...identityDatabase(databaseUrlOf(config)),
    poolSize: config.poolSize,
    migrate: config.migrateOnStart,
    rowSecurity: config.rowLevelSecurity === 'on',
  }),
};
