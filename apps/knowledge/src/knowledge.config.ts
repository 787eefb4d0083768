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

  /** Where the files of documents are kept: a folder, or `s3://bucket/prefix`; the same for the gateway and the knowledge service. */
  @Env('BLOB_STORE')
  @Text({ default: '.data/documents' })
  readonly blobStore!: string;
}
