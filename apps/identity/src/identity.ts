import type { ServiceDefinition } from '@pks/platform';
import { IdentityConfig } from './identity.config.ts';
import { identitySchema } from './identity.database.ts';
import { IdentityModule } from './identity.module.ts';

/** The identity service: organizations, users, their credentials, projects and their members. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  module: IdentityModule,
  config: IdentityConfig,
  schema: identitySchema,
};
