import { type ServiceDefinition } from '@pks/platform';
import { KnowledgeConfig } from './knowledge.config.ts';
import { knowledgeSchema } from './knowledge.database.ts';
import { KnowledgeModule } from './knowledge.module.ts';

/** The knowledge service: artifacts with their versions, and documents. */
export const knowledge: ServiceDefinition<KnowledgeConfig> = {
  name: 'knowledge',
  module: KnowledgeModule,
  config: KnowledgeConfig,
  database: (config) => ({
    ...knowledgeSchema,
    url: config.ownDatabaseUrl ?? config.databaseUrl ?? 'postgres://127.0.0.1:5432/project_knowledge',
    poolSize: config.poolSize,
    migrate: config.migrateOnStart,
    rowSecurity: config.rowLevelSecurity === 'on',
    name: 'knowledge',
  }),
};
