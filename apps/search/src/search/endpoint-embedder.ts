import { setTimeout as sleep } from 'node:timers/promises';
import { beginningOf } from '@pks/contracts';
import { type Endpoint, outcomeOfError, outcomeOfStatus, postJson, reasonOf } from '@pks/platform';
import { Embedder, type Embedding, EmbeddingFailed, unit } from './embedder.ts';
import { vectorsOf } from './endpoint-answer.ts';

/** An endpoint for embeddings; the address is without `/embeddings`. */
export interface EmbeddingEndpoint extends Endpoint {
  readonly model: string;
  /** The length of the model's vectors. */
  readonly dimensions: number;
  /** The timeout of each attempt to embed passages. Milliseconds. */
  readonly timeoutMs?: number;
  /** The timeout for the embedding of a question, for which a search waits. Milliseconds. */
  readonly questionTimeoutMs?: number;
  /** How long no question is sent after an error of the endpoint, so that not every search waits for it. Milliseconds. */
  readonly restMs?: number;
  /** The pause before the second attempt; each further one is twice as long. Milliseconds. */
  readonly pauseMs?: number;
}

/** The number of texts per request. */
const BATCH = 64;

/** The number of attempts per request. */
const TRIES = 5;

/** The statuses with which an endpoint refuses the key. */
const NO_ACCESS: readonly number[] = [401, 403];

/** The statuses with which an endpoint refuses texts, such as those that are too long for its model. */
const NO_TEXTS: readonly number[] = [400, 413, 422];

/** A text that is refused is not shortened any more if it is no longer than this. Characters. */
const SHORTEST = 256;

/** A text that any model accepts: an endpoint that refuses it refuses all texts, for example because its model is not there. */
const HARMLESS = 'A text.';

/** The longest pause, whatever `Retry-After` says. Milliseconds. */
const LONGEST_PAUSE = 30_000;

/**
 * Any endpoint that answers `POST {url}/embeddings` as OpenAI's does. For passages, temporary errors (429, 5xx, no answer) are retried,
 * later each time; refusals are not. If it refuses the texts, each is sent alone, and shortened until it is accepted: otherwise one text
 * would keep all of its source from being embedded. A text that is refused in any length, while others are accepted, is left out. A
 * question is sent once: a search does not wait for repetitions.
 */
export class EndpointEmbedder extends Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly #endpoint: EmbeddingEndpoint;
  readonly #closed = new AbortController();
  #restsUntil = 0;

  constructor(endpoint: EmbeddingEndpoint) {
    super();
    this.model = endpoint.model;
    this.dimensions = endpoint.dimensions;
    this.#endpoint = endpoint;
  }

  override async embed(
    texts: readonly string[],
    _projectId?: string,
    signal?: AbortSignal,
  ): Promise<(Embedding | EmbeddingFailed)[]> {
    const stop = signal ? AbortSignal.any([this.#closed.signal, signal]) : this.#closed.signal;
    const embeddings: (Embedding | EmbeddingFailed)[] = [];
    try {
      for (let from = 0; from < texts.length; from += BATCH)
        for await (const embedding of this.#batch(texts.slice(from, from + BATCH), stop))
          embeddings.push(embedding);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    return embeddings;
  }

  /** Also null for a while after the endpoint did not answer, answered 5xx, or refused the key. */
  override async embedQuestion(text: string): Promise<Embedding | null> {
    const { questionTimeoutMs = 2_000, restMs = 5_000 } = this.#endpoint;
    if (performance.now() < this.#restsUntil) return null;
    const answer = await this.#ask([text], questionTimeoutMs, this.#closed.signal);
    if ('vectors' in answer) return embeddingOf(answer.vectors[0] ?? []);
    if (answer.isAway) this.#restsUntil = performance.now() + restMs;
    throw new EmbeddingFailed(answer.sentence);
  }

  override async close(): Promise<void> {
    this.#closed.abort(new EmbeddingFailed('The embedder was closed.'));
  }

  async *#batch(texts: readonly string[], stop: AbortSignal): AsyncGenerator<Embedding | EmbeddingFailed> {
    const answer = await this.#persistently(texts, stop);
    if ('vectors' in answer) return yield* answer.vectors.map(embeddingOf);
    const failure = new EmbeddingFailed(answer.sentence);
    if (!answer.isAboutTexts) throw failure;
    const parts = partsOf(texts);
    if (parts.length === 0) {
      if (!(await this.#acceptsOthers(stop))) throw failure;
      yield failure;
    }
    for (const part of parts) yield* this.#batch(part, stop);
  }

  async #acceptsOthers(stop: AbortSignal): Promise<boolean> {
    return 'vectors' in (await this.#persistently([HARMLESS], stop));
  }

  /** The answer after temporary errors, or the last of these. */
  async #persistently(texts: readonly string[], stop: AbortSignal): Promise<Answer> {
    const { timeoutMs = 30_000, pauseMs = 500 } = this.#endpoint;
    let pause = pauseMs;
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#ask(texts, timeoutMs, stop);
      if ('vectors' in answer || !answer.passes || tried === TRIES) return answer;
      await sleep(Math.min(Math.max(pause, answer.waitMs), LONGEST_PAUSE), undefined, {
        signal: stop,
      }).catch(() => stop.throwIfAborted());
      pause *= 2;
    }
  }

  async #ask(texts: readonly string[], timeoutMs: number, stop: AbortSignal): Promise<Answer> {
    const { model } = this.#endpoint;
    stop.throwIfAborted();
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const wanted = { model, input: texts, encoding_format: 'float' };
      const response = await postJson(this.#endpoint, 'embeddings', wanted, signal);
      if (!response.ok) return await this.#refusal(response);
      const vectors = vectorsOf(await response.json(), texts.length, this.dimensions);
      this.#endpoint.count?.('ok');
      return { vectors };
    } catch (error) {
      stop.throwIfAborted();
      this.#endpoint.count?.(outcomeOfError(error));
      if (error instanceof EmbeddingFailed) throw error;
      return {
        passes: true,
        isAway: true,
        isAboutTexts: false,
        waitMs: 0,
        sentence: `The embeddings endpoint did not answer: ${reasonOf(error)}.`,
      };
    }
  }

  async #refusal(response: Response): Promise<Answer> {
    const answer = await refusal(response);
    this.#endpoint.count?.(outcomeOfStatus(response.status));
    return answer;
  }
}

function embeddingOf(numbers: readonly number[]): Embedding {
  return { vector: unit(numbers), pieces: null };
}

/** What to send instead of texts that are refused: each text alone, or the first half of the only one; nothing if that is short. */
function partsOf(texts: readonly string[]): readonly (readonly string[])[] {
  const [text = ''] = texts;
  if (texts.length > 1) return texts.map((one) => [one]);
  return text.length > SHORTEST ? [[beginningOf(text, Math.floor(text.length / 2))]] : [];
}

type Answer =
  | { readonly vectors: readonly (readonly number[])[] }
  | {
      /** Whether a retry may succeed. */
      readonly passes: boolean;
      readonly waitMs: number;
      /** Whether the endpoint answers nobody at the moment: with 429 it still answers others; with a refused key (401, 403) it does not. */
      readonly isAway: boolean;
      /** Whether it may accept other texts. */
      readonly isAboutTexts: boolean;
      readonly sentence: string;
    };

async function refusal(response: Response): Promise<Answer> {
  const said = (await response.text()).slice(0, 200);
  const wait = Number(response.headers.get('Retry-After') ?? 0) * 1_000;
  return {
    passes: response.status === 429 || response.status >= 500,
    isAway: response.status >= 500 || NO_ACCESS.includes(response.status),
    isAboutTexts: NO_TEXTS.includes(response.status),
    waitMs: Number.isFinite(wait) ? wait : 0,
    sentence: `The embeddings endpoint answered ${response.status}: ${said}`,
  };
}
