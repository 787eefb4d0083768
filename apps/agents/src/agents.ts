import type { ServiceDefinition } from '@pks/platform';
import { AgentsConfig } from './agents.config.ts';
import { agentsSchema } from './agents.database.ts';
import { AgentsModule } from './agents.module.ts';

/** The agents service: the tools that agents run, their conversations, and the agents' settings. */
export const agents: ServiceDefinition<AgentsConfig> = {
  name: 'agents',
  module: AgentsModule,
  config: AgentsConfig,
  schema: agentsSchema,
};
