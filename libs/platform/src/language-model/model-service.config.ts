import { Integer, Text } from '@pks/contracts';
import { Env } from '../config/config.ts';
import { ServiceConfig } from '../config/platform.config.ts';

/** The configuration of a service that asks a language model. */
export class ModelServiceConfig extends ServiceConfig {
  /** `none`, or the address of an OpenAI-compatible server, without `/chat/completions`. */
  @Env('LANGUAGE_MODEL')
  @Text({
    default: 'none',
    pattern: '^(none|https?://[^?#]+)$',
    example: 'none, or https://api.example.com/v1',
  })
  readonly languageModel!: string;

  /** The name of the model on that server. */
  @Env('LANGUAGE_MODEL_NAME')
  @Text({ default: 'gpt-4.1-mini' })
  readonly languageModelName!: string;

  /** The API key for that server. */
  @Env('LANGUAGE_MODEL_API_KEY')
  @Text({ optional: true })
  readonly languageModelApiKey?: string;
}

/** The configuration of a service that asks a language model for short answers, and can do without one. */
export class ShortAnswersConfig extends ModelServiceConfig {
  /** How long an answer of the language model may take, before the service goes on without it. Milliseconds. */
  @Env('LANGUAGE_MODEL_TIMEOUT_MS')
  @Integer({ min: 100, max: 120_000, default: 6_000 })
  readonly languageModelTimeoutMs!: number;
}
