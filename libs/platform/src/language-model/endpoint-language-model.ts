import { isNativeError } from 'node:util/types';
import { beginningOf, streamedPieces, wholeText } from './completion-stream.ts';
import { LanguageModel, ModelFailed, type Prompt } from './language-model.ts';

/** An endpoint for chat completions. */
export interface ModelEndpoint {
  /** The address without `/chat/completions`, such as `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly key?: string;
}

/** Any endpoint that answers `POST {url}/chat/completions` as OpenAI's does, streamed or at once. Nothing is retried. */
export class EndpointLanguageModel extends LanguageModel {
  override readonly isConfigured = true;

  constructor(private readonly endpoint: ModelEndpoint) {
    super();
  }

  override async *answer(prompt: Prompt, signal: AbortSignal): AsyncGenerator<string> {
    try {
      const response = await this.request(prompt, signal);
      const { body, ok, status } = response;
      if (!body) throw new ModelFailed(`It answered ${status} without a body.`);
      if (!ok) throw new ModelFailed(`It answered ${status}: ${await beginningOf(body, 200)}`);
      if (isStream(response)) yield* streamedPieces(body);
      else yield await wholeText(body);
    } catch (error) {
      throw error instanceof ModelFailed ? error : new ModelFailed(reasonOf(error), { cause: error });
    }
  }

  private request({ instructions, messages }: Prompt, signal: AbortSignal): Promise<Response> {
    const { url, model, key } = this.endpoint;
    return fetch(`${url.endsWith('/') ? url : `${url}/`}chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({
        model,
        messages: [{ role: 'system', content: instructions }, ...messages],
        stream: true,
      }),
      redirect: 'error',
      signal,
    });
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  return isNativeError(error.cause) ? `${error.message} (${error.cause.message})` : error.message;
}
