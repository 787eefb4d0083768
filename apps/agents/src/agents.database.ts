import { type DatabaseOptions, DeferredEvent, InboxEntry, OutboxEvent, Participant } from '@pks/platform';
import { CreateAgents1795399294681 } from './migrations/1795399294681-create-agents.ts';
import { ToolRun } from './runs/tool-run.entity.ts';
import { ToolCatalog } from './tools/tool-catalog.entity.ts';
import { Tool } from './tools/tool.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const agentsSchema = {
  schema: 'agents',
  entities: [OutboxEvent, InboxEntry, DeferredEvent, Participant, ToolCatalog, Tool, ToolRun],
  migrations: [CreateAgents1795399294681],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
