import type { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Embedding, unit } from './embedder.ts';
import { roundedPieces } from './pieces.ts';
import { PACKAGED_GRAPH, packagedTokenizer } from './sentence-model.ts';

/** The model was trained with texts of up to this many pieces of words; the rest of a text is ignored. */
const MOST_PIECES = 256;

/** The packaged encoder of sentences, in memory. Each text is a run of its own, so that its embedding never depends on others. */
export class SentenceEncoder {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;

  private constructor(session: InferenceSession, tokenizer: Tokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** Loads the model, which computes with `threads` threads, the calling one included. */
  static async load(threads: number): Promise<SentenceEncoder> {
    const session = await InferenceSession.create(PACKAGED_GRAPH, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      enableCpuMemArena: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return new SentenceEncoder(session, await packagedTokenizer());
  }

  /** The embedding of a text, of any length. */
  async embeddingOf(text: string): Promise<Embedding> {
    const ids = this.#idsOf(text);
    const places = BigInt64Array.from(ids, (_id, index) => BigInt(index));
    const { sum, pieces } = await this.#session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      positions: new Tensor('int64', places, [ids.length]),
    });
    if (!(sum?.data instanceof Float32Array) || !(pieces?.data instanceof Float32Array))
      throw new Error('The model returned no vector.');
    return { vector: unit(sum.data), pieces: roundedPieces(pieces.data, sum.data.length) };
  }

  /** The pieces of a text, between the marks of its start and its end. */
  #idsOf(text: string): number[] {
    const { ids } = this.#tokenizer.encode(text);
    return ids.length > MOST_PIECES ? [...ids.slice(0, MOST_PIECES - 1), ...ids.slice(-1)] : ids;
  }
}
