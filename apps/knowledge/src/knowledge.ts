import type { ServiceDefinition } from '@pks/platform';
import { KnowledgeConfig } from './knowledge.config.ts';
import { knowledgeSchema } from './knowledge.database.ts';
import { KnowledgeModule } from './knowledge.module.ts';

/** The knowledge service: artifacts with their versions, and documents. */
export const knowledge: ServiceDefinition<KnowledgeConfig> = {
  name: 'knowledge',
  module: KnowledgeModule,
  config: KnowledgeConfig,
  schema: knowledgeSchema,
};
