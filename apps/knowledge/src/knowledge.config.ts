import { Integer, Text } from '@pks/contracts';
import {
  BASE_URL,
  BLOB_STORE_FORM,
  DATABASE_URL_FORM,
  Env,
  NATS_URL_FORM,
  ServiceConfig,
} from '@pks/platform';

/** The configuration of the knowledge service. */
export class KnowledgeConfig extends ServiceConfig {
  /** The address of NATS with this service's own user; without it, the one of `NATS_URL`. */
  @Env('KNOWLEDGE_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** The service's own database, instead of the shared one. */
  @Env('KNOWLEDGE_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;

  /** The `edit_source` of the built-in assistant, which differs from those of all surfaces. */
  @Env('ASSISTANT_NAME')
  @Text({ max: 64, default: 'coach', pattern: '^(?!(chat|mcp|ui)$)', example: 'coach' })
  readonly assistantName!: string;

  /** The public address of the API, for links to files; without it, they are paths. */
  @Env('PUBLIC_BASE_URL')
  @Text({ optional: true, pattern: BASE_URL, example: 'https://knowledge.example.com/api/v1' })
  readonly publicBaseUrl?: string;

  /** Where the files of documents are stored: a folder, or `s3://bucket/prefix`; the same for the gateway and the knowledge service. */
  @Env('BLOB_STORE')
  @Text({ default: '.data/documents', ...BLOB_STORE_FORM })
  readonly blobStore!: string;

  /** The space that the files of a project may take up. Bytes. */
  @Env('STORAGE_QUOTA_BYTES')
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 50 * 1024 ** 3 })
  readonly storageQuotaBytes!: number;

  /** The number of files that a project may store. */
  @Env('STORAGE_QUOTA_FILES')
  @Integer({ min: 0, max: 2_000_000_000, default: 1_000_000 })
  readonly storageQuotaFiles!: number;
}
