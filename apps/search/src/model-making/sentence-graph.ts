import { type Constant, FLOAT, FLOAT16, type Graph, INT64, INT8, type Operation } from './onnx-bytes.ts';
import { type HalfTensor, numbersOf } from './safetensors.ts';

/** The sizes of the encoder (MiniLM-L6). */
const [LAYERS, HEADS, WIDTH] = [6, 12, 384];
const EPSILON = 1e-12;
/** Weights have seven bits, so that processors whose 8-bit products saturate compute the same. */
const GREATEST = 63;

/** Makes the graph of a sentence encoder (BERT with mean pooling) from its weights, which it rounds to integers. */
export class SentenceGraph {
  readonly #weights: ReadonlyMap<string, HalfTensor>;
  readonly #constants: Constant[] = [];
  readonly #operations: Operation[] = [];

  constructor(weights: ReadonlyMap<string, HalfTensor>) {
    this.#weights = weights;
  }

  /**
   * Each run encodes the `ids` and `positions` of one text into `pieces`, a vector for each id, and their `sum`, whose direction is the
   * text's.
   */
  graph(): Graph {
    let last = this.#embeddings();
    for (let layer = 0; layer < LAYERS; layer += 1) last = this.#layer(`encoder.layer.${layer}.`, last);
    this.#constants.push({ name: 'tokens', type: INT64, shape: [1], data: BigInt64Array.of(1n) });
    this.#add('Identity', [last], 'pieces');
    this.#add('ReduceSum', [last, 'tokens'], 'sum', { integers: { keepdims: 0 } });
    return {
      inputs: [
        { name: 'ids', type: INT64, shape: [1, 'length'] },
        { name: 'positions', type: INT64, shape: ['length'] },
      ],
      outputs: [
        { name: 'pieces', type: FLOAT, shape: [1, 'length', WIDTH] },
        { name: 'sum', type: FLOAT, shape: [1, WIDTH] },
      ],
      constants: this.#constants,
      operations: this.#operations,
    };
  }

  #embeddings(): string {
    const words = this.#weight('embeddings.word_embeddings.weight');
    this.#constants.push({ name: 'words', type: FLOAT16, shape: words.shape, data: words.bits });
    const places = this.#weight('embeddings.position_embeddings.weight');
    const type = numbersOf(this.#weight('embeddings.token_type_embeddings.weight').bits);
    const data = numbersOf(places.bits).map((value, index) => value + (type[index % WIDTH] ?? 0));
    this.#constants.push({ name: 'places', type: FLOAT, shape: places.shape, data });
    this.#add('Gather', ['words', 'ids'], 'word halves');
    this.#add('Cast', ['word halves'], 'word', { integers: { to: FLOAT } });
    this.#add('Gather', ['places', 'positions'], 'place');
    this.#add('Add', ['word', 'place'], 'embedded');
    return this.#add(
      'LayerNormalization',
      ['embedded', ...this.#norm('embeddings.LayerNorm.')],
      'embeddings',
      { floats: { epsilon: EPSILON } },
    );
  }

  #layer(at: string, before: string): string {
    const three = [`${at}query`, `${at}key`, `${at}value`];
    const projected = this.#linear(
      `${at}attention`,
      before,
      ['query', 'key', 'value'].map((name) => `${at}attention.self.${name}.`),
    );
    this.#operations.push({ type: 'Split', inputs: [projected], outputs: three, integers: { axis: 2 } });
    const attended = this.#add('MultiHeadAttention', three, `${at}attended`, {
      domain: 'com.microsoft',
      integers: { num_heads: HEADS },
    });
    const mixed = this.#linear(`${at}mixed`, attended, [`${at}attention.output.dense.`]);
    const between = this.#normalized(mixed, before, `${at}attention.output.LayerNorm.`);
    const wide = this.#linear(`${at}wide`, between, [`${at}intermediate.dense.`]);
    const active = this.#add('Gelu', [wide], `${at}active`, { domain: 'com.microsoft' });
    const narrow = this.#linear(`${at}narrow`, active, [`${at}output.dense.`]);
    return this.#normalized(narrow, between, `${at}output.LayerNorm.`);
  }

  #normalized(value: string, skip: string, at: string): string {
    return this.#add('SkipLayerNormalization', [value, skip, ...this.#norm(at)], `${at}normalized`, {
      domain: 'com.microsoft',
      floats: { epsilon: EPSILON },
    });
  }

  #norm(at: string): string[] {
    return ['weight', 'bias'].map((name) => this.#numbers(at + name, this.#weight(at + name).bits));
  }

  /** Linear layers with the same input, side by side. */
  #linear(name: string, input: string, layers: readonly string[]): string {
    const matrices = layers.map((at) => this.#weight(`${at}weight`));
    const rows = numbersOf(joined(matrices.map(({ bits }) => bits)));
    const width = matrices[0]?.shape[1] ?? 0;
    const { data, scales } = rounded(rows, width);
    this.#constants.push(
      { name: `${name} weights`, type: INT8, shape: [width, scales.length], data },
      { name: `${name} scales`, type: FLOAT, shape: [scales.length], data: scales },
    );
    const bias = this.#numbers(`${name} bias`, joined(layers.map((at) => this.#weight(`${at}bias`).bits)));
    const inputs = [input, `${name} weights`, `${name} scales`, '', bias];
    return this.#add('DynamicQuantizeMatMul', inputs, name, { domain: 'com.microsoft' });
  }

  #numbers(name: string, bits: Uint16Array): string {
    this.#constants.push({ name, type: FLOAT, shape: [bits.length], data: numbersOf(bits) });
    return name;
  }

  #add(
    type: string,
    inputs: readonly string[],
    output: string,
    options: Pick<Operation, 'domain' | 'integers' | 'floats'> = {},
  ): string {
    this.#operations.push({ type, inputs, outputs: [output], ...options });
    return output;
  }

  #weight(name: string): HalfTensor {
    const weight = this.#weights.get(name);
    if (!weight) throw new Error(`The model has no tensor ${name}.`);
    return weight;
  }
}

function joined(parts: readonly Uint16Array[]): Uint16Array {
  const all = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

/** The rows of a matrix as columns of integers, each column with a scale of its own. */
function rounded(rows: Float32Array, width: number): { data: Int8Array; scales: Float32Array } {
  const count = rows.length / width;
  const [data, scales] = [new Int8Array(rows.length), new Float32Array(count)];
  for (let row = 0; row < count; row += 1) {
    const values = rows.subarray(row * width, (row + 1) * width);
    let most = 0;
    for (const value of values) most = Math.max(most, Math.abs(value));
    const scale = most / GREATEST || 1;
    scales[row] = scale;
    for (let column = 0; column < width; column += 1) {
      data[column * count + row] = Math.round((values[column] ?? 0) / scale);
    }
  }
  return { data, scales };
}
