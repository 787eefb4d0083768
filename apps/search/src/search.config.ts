import { Integer, Text } from '@pks/contracts';
import { BLOB_STORE_FORM, DATABASE_URL_FORM, Env, NATS_URL_FORM, ServiceConfig } from '@pks/platform';

/** The configuration of the search service. */
export class SearchConfig extends ServiceConfig {
  /** The address of NATS with this service's own user; without it, the one of `NATS_URL`. */
  @Env('SEARCH_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('SEARCH_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;

  /** Where the files of documents are stored: the same as for the gateway and the knowledge service. */
  @Env('BLOB_STORE')
  @Text({ default: '.data/documents', ...BLOB_STORE_FORM })
  readonly blobStore!: string;

  /** The documents that a process parses at a time, each in a process of up to 768 MB. */
  @Env('DOCUMENT_READERS')
  @Integer({ min: 1, max: 2, default: 2 })
  readonly documentReaders!: number;

  /** The folder of the search index; the same for all replicas. */
  @Env('SEARCH_INDEX')
  @Text({ default: '.data/search' })
  readonly searchIndex!: string;

  /**
   * The model that embeds passages: `packaged` with the service, `none`, or an OpenAI-compatible server, by its address without
   * `/embeddings`.
   */
  @Env('EMBEDDINGS')
  @Text({
    default: 'packaged',
    pattern: '^(packaged|none|https?://[^?#]+)$',
    example: 'packaged, none, or https://api.example.com/v1',
  })
  readonly embeddings!: string;

  /** The name of the model on that server. */
  @Env('EMBEDDINGS_MODEL')
  @Text({ default: 'text-embedding-3-small' })
  readonly embeddingsModel!: string;

  /** The length of the model's vectors. */
  @Env('EMBEDDINGS_DIMENSIONS')
  @Integer({ min: 1, max: 8_192, default: 1_536 })
  readonly embeddingsDimensions!: number;

  /** The API key for that server. */
  @Env('EMBEDDINGS_API_KEY')
  @Text({ optional: true })
  readonly embeddingsApiKey?: string;

  /** `none`, or the address of a server that reranks the passages of searches, without `/rerank`. */
  @Env('RERANKER')
  @Text({
    default: 'none',
    pattern: '^(none|https?://[^?#]+)$',
    example: 'none, or https://api.example.com/v1',
  })
  readonly reranker!: string;

  /** The name of the model on that server. */
  @Env('RERANKER_MODEL')
  @Text({ default: 'rerank-v3.5' })
  readonly rerankerModel!: string;

  /** The API key for that server. */
  @Env('RERANKER_API_KEY')
  @Text({ optional: true })
  readonly rerankerApiKey?: string;
}
