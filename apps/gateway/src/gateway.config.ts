import { Integer, OneOf, Text } from '@pks/contracts';
import { BASE_URL, BLOB_STORE_FORM, Env, NATS_URL_FORM, PlatformConfig } from '@pks/platform/process';

/** The accepted values of `NODE_ENV`: with a misspelt `production`, the gateway would trust the `Host` of requests. */
const ENVIRONMENTS = ['development', 'test', 'production'] as const;

/** The configuration of the gateway. */
export class GatewayConfig extends PlatformConfig {
  /** The address of NATS with the gateway's own user; without it, `NATS_URL` is used. */
  @Env('GATEWAY_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  @Env('HOST')
  @Text({ default: '127.0.0.1' })
  readonly host!: string;

  @Env('PORT')
  @Integer({ min: 0, max: 65_535, default: 3000 })
  readonly port!: number;

  /** In `production`, nothing is derived from the `Host` of requests. */
  @Env('NODE_ENV')
  @OneOf(ENVIRONMENTS, { default: 'development' })
  readonly nodeEnv!: (typeof ENVIRONMENTS)[number];

  /** The public address of this deployment, `/api/v1` included, for links; required in production. */
  @Env('PUBLIC_BASE_URL')
  @Text({ optional: true, pattern: BASE_URL, example: 'https://knowledge.example.com/api/v1' })
  readonly publicBaseUrl?: string;

  /** The origins whose pages may call the API from a browser, separated by commas. */
  @Env('CORS_ORIGINS')
  @Text({ optional: true })
  readonly corsOrigins?: string;

  /** The region of this deployment: `eu`, `us`, … */
  @Env('REGION')
  @Text({ optional: true, pattern: '^[a-z0-9-]{1,32}$', example: 'eu' })
  readonly region?: string;

  /** The issuers whose OAuth access tokens are accepted, each as `ISSUER_URL=AUDIENCE`, separated by spaces; several audiences are separated by commas. */
  @Env('OAUTH_ISSUERS')
  @Text({ blank: true, default: '' })
  readonly oauthIssuers!: string;

  /**
   * The proxies whose `X-Forwarded-For` is trusted: how many there are, or their addresses and networks, separated
   * by commas. Without it, the address of a client is that of its connection.
   */
  @Env('TRUST_PROXY')
  @Text({
    optional: true,
    pattern: '^([1-9][0-9]?|[0-9A-Fa-f.:/]{3,}(, *[0-9A-Fa-f.:/]{3,})*)$',
    example: '1, or 10.0.0.0/8',
  })
  readonly trustProxy?: string;

  /** Requests a minute for each credential; without it there is no limit. */
  @Env('RATE_LIMIT_PER_MINUTE')
  @Integer({ min: 1, max: 10_000_000, optional: true })
  readonly rateLimitPerMinute?: number;

  /** How much memory the answers that are repeated for 100 ms may take; 0 repeats none. Bytes. */
  @Env('KEPT_ANSWERS_BYTES')
  @Integer({ min: 0, max: 1_073_741_824, default: 33_554_432 })
  readonly keptBytes!: number;

  /** Whether the web pages are served. */
  @Env('CONSOLE')
  @OneOf(['on', 'off'], { default: 'on' })
  readonly console!: 'on' | 'off';

  /** Where the files of documents are stored: a folder, or `s3://bucket/prefix`; must be the same for the gateway and the knowledge service. */
  @Env('BLOB_STORE')
  @Text({ default: '.data/documents', ...BLOB_STORE_FORM })
  readonly blobStore!: string;
}
