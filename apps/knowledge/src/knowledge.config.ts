import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** What the knowledge service is configured with. */
export class KnowledgeConfig extends ServiceConfig {
  /** A database of its own, instead of the common one. */
  @Env('KNOWLEDGE_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;

  /** What the built-in assistant writes as its `edit_source`. */
  @Env('ASSISTANT_NAME')
  @Text({ max: 64, default: 'coach' })
  readonly assistantName!: string;
}
