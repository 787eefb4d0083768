import { InferenceSession, Tensor } from 'onnxruntime-node';
import { packagedGraph, packagedWordPieces } from './sentence-model.ts';
import type { WordPieces } from './word-pieces.ts';

/** The model was trained with texts of up to so many pieces of words; the rest of a text does not count. */
const MOST_PIECES = 256;

/** The packaged encoder of sentences, in memory. Each text is a run of its own, so that its vector never depends on others. */
export class SentenceEncoder {
  readonly #session: InferenceSession;
  readonly #pieces: WordPieces;

  private constructor(session: InferenceSession, pieces: WordPieces) {
    this.#session = session;
    this.#pieces = pieces;
  }

  /** Loads the model, which computes with so many threads, the calling one included. */
  static async load(threads: number): Promise<SentenceEncoder> {
    const session = await InferenceSession.create(await packagedGraph(), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      enableCpuMemArena: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return new SentenceEncoder(session, await packagedWordPieces());
  }

  /** The vector of a text, of any length. */
  async vectorOf(text: string): Promise<Float32Array> {
    const ids = this.#pieces.idsOf(text, MOST_PIECES);
    const places = BigInt64Array.from(ids, (_id, index) => BigInt(index));
    const { sum } = await this.#session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      positions: new Tensor('int64', places, [ids.length]),
    });
    if (!(sum?.data instanceof Float32Array)) throw new Error('The model returned no vector.');
    return sum.data;
  }
}
