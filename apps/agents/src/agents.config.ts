import { Integer, TOOL_TIME_LIMIT_MS, Text } from '@pks/contracts';
import { BLOB_STORE_FORM, DATABASE_URL_FORM, Env, ModelServiceConfig, NATS_URL_FORM } from '@pks/platform';

/** The configuration of the agents service. */
export class AgentsConfig extends ModelServiceConfig {
  /** The address of NATS with this service's own user; `NATS_URL` if unset. */
  @Env('AGENTS_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('AGENTS_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;

  /** The store of documents' files, which statistics read: the same as the gateway's and the knowledge service's. */
  @Env('BLOB_STORE')
  @Text({ default: '.data/documents', ...BLOB_STORE_FORM })
  readonly blobStore!: string;

  /** How long a run of a tool may take. Milliseconds. */
  @Env('TOOL_TIME_LIMIT_MS')
  @Integer({ min: 100, max: TOOL_TIME_LIMIT_MS, default: TOOL_TIME_LIMIT_MS })
  readonly toolTimeLimitMs!: number;

  /** How long the language model may work on an answer in a conversation, calls of tools included. Milliseconds. */
  @Env('ANSWER_MODEL_TIME_MS')
  @Integer({ min: 100, max: 100_000, default: 90_000 })
  readonly answerModelTimeMs!: number;

  /** `none`, or a SearXNG-compatible server, by its address without `/search`; it may be in a private network. */
  @Env('WEB_SEARCH')
  @Text({
    default: 'none',
    pattern: '^(none|https?://[^/?#@\\s]+(/[^?#\\s]*)?)$',
    example: 'none, or https://searx.example.com',
  })
  readonly webSearch!: string;
}
