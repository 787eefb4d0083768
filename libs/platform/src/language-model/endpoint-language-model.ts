import { type Endpoint, postJson, reasonOf } from '../outgoing/endpoint.ts';
import { type OutgoingOutcome, outcomeOfError, outcomeOfStatus } from '../outgoing/outgoing-requests.ts';
import { beginningOf, streamedPieces, wholeText } from './completion-stream.ts';
import {
  type Completion,
  LanguageModel,
  ModelFailed,
  ModelRefused,
  type Prompt,
  PromptRefused,
  type WorkPrompt,
} from './language-model.ts';
import { completionIn, wireMessage } from './working-completion.ts';

/** An endpoint for chat completions; its address omits `/chat/completions`. */
export interface ModelEndpoint extends Endpoint {
  readonly model: string;
}

/** The statuses of a refusal because of the prompt: its content, or its length. */
const OF_THE_PROMPT: ReadonlySet<number> = new Set([400, 413, 422]);

/** The most text that is read of a completion. Characters. */
const LONGEST_COMPLETION = 1_000_000;

type Answered = Pick<Response, 'headers'> & { readonly body: ReadableStream<Uint8Array> };

/** Any endpoint that answers `POST {url}/chat/completions` as OpenAI's does, streamed or at once. Never retries. */
export class EndpointLanguageModel extends LanguageModel {
  override readonly isConfigured = true;

  constructor(private readonly endpoint: ModelEndpoint) {
    super();
  }

  override async *answer({ instructions, messages }: Prompt, signal: AbortSignal): AsyncGenerator<string> {
    let outcome: OutgoingOutcome | undefined = 'ok';
    try {
      const asked = { messages: [{ role: 'system', content: instructions }, ...messages], stream: true };
      const response = await this.request(asked, signal);
      if (isStream(response)) yield* streamedPieces(response.body);
      else yield await wholeText(response.body);
    } catch (error) {
      outcome = outcomeOf(error, signal);
      throw failureOf(error);
    } finally {
      this.endpoint.count?.(outcome);
    }
  }

  override async complete(prompt: WorkPrompt, signal: AbortSignal): Promise<Completion> {
    const { instructions, messages, functions } = prompt;
    const tools = functions.map((callable) => ({ type: 'function', function: callable }));
    try {
      const { body } = await this.request(
        {
          messages: [{ role: 'system', content: instructions }, ...messages.map(wireMessage)],
          ...(tools.length > 0 ? { tools } : {}),
          stream: false,
        },
        signal,
      );
      const completion = completionIn(await beginningOf(body, LONGEST_COMPLETION));
      this.endpoint.count?.('ok');
      return completion;
    } catch (error) {
      this.endpoint.count?.(outcomeOf(error, signal));
      throw failureOf(error);
    }
  }

  private async request(asked: object, signal: AbortSignal): Promise<Answered> {
    const { model } = this.endpoint;
    const response = await postJson(this.endpoint, 'chat/completions', { model, ...asked }, signal);
    const { body, ok, status, headers } = response;
    if (!body) throw new ModelFailed(`It answered ${status} without a body.`);
    if (!ok) {
      const Refused = OF_THE_PROMPT.has(status) ? PromptRefused : ModelRefused;
      const Failed = outcomeOfStatus(status) === 'refused' ? Refused : ModelFailed;
      throw new Failed(`It answered ${status}: ${await beginningOf(body, 200)}`);
    }
    return { body, headers };
  }
}

function isStream({ headers }: Answered): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

function outcomeOf(error: unknown, signal: AbortSignal): OutgoingOutcome | undefined {
  const isRefused = error instanceof ModelRefused || error instanceof PromptRefused;
  return isRefused ? 'refused' : outcomeOfError(error, signal);
}

function failureOf(error: unknown): ModelFailed {
  return error instanceof ModelFailed ? error : new ModelFailed(reasonOf(error), { cause: error });
}
