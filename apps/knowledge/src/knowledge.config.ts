import { Integer, Text } from '@pks/contracts';
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

  /** The folder where the search index is kept; the same for all replicas. */
  @Env('SEARCH_INDEX')
  @Text({ default: '.data/search' })
  readonly searchIndex!: string;

  /**
   * What passages are found by their meaning with: the model that is `packaged` with the service, `none`, or an OpenAI-compatible
   * server, by its address up to and without `/embeddings`.
   */
  @Env('EMBEDDINGS')
  @Text({ default: 'packaged', pattern: '^(packaged|none|https?://[^?#]+)$' })
  readonly embeddings!: string;

  /** What that server calls the model. */
  @Env('EMBEDDINGS_MODEL')
  @Text({ default: 'text-embedding-3-small' })
  readonly embeddingsModel!: string;

  /** Of the vectors that the model gives. */
  @Env('EMBEDDINGS_DIMENSIONS')
  @Integer({ min: 1, max: 8_192, default: 1_536 })
  readonly embeddingsDimensions!: number;

  /** What that server asks for. */
  @Env('EMBEDDINGS_API_KEY')
  @Text({ optional: true })
  readonly embeddingsApiKey?: string;
}
