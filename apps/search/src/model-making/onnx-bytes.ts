/** The types of ONNX tensors that are written. */
export const FLOAT = 1;
export const INT8 = 3;
export const INT64 = 7;
export const FLOAT16 = 10;
export type ElementType = typeof FLOAT | typeof INT8 | typeof INT64 | typeof FLOAT16;

/** A constant of a graph. */
export interface Constant {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly data: Float32Array | Int8Array | Uint16Array | BigInt64Array;
}

/** An operation of a graph. Inputs and outputs are named. */
export interface Operation {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Operations of the run-time are in `com.microsoft`, those of the standard in none. */
  readonly domain?: 'com.microsoft';
  readonly integers?: Readonly<Record<string, number>>;
  readonly floats?: Readonly<Record<string, number>>;
}

/** An input or output. Lengths that are not known in advance are names. */
export interface Port {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly (number | string)[];
}

/** A graph of operations in their order. */
export interface Graph {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly operations: readonly Operation[];
}

/** The version of the format, and of the standard's and the run-time's operations. */
const [IR, STANDARD, RUN_TIME] = [8, 17, 1];
/** The types of attributes in the format. */
const [IS_FLOAT, IS_INTEGER] = [1, 2];

/** Larger constants are in the file of weights. Bytes. */
const MOST_INLINE = 4_096;
/** Parts of a file that are mapped to memory begin at multiples of this. Bytes. */
const PAGE = 4_096;
/** The data of a constant are in another file. */
const IS_EXTERNAL = 1;

/** A graph as a file, and its large constants as another one, which a reader maps to memory instead of copying it. */
export interface OnnxFiles {
  readonly graph: Buffer;
  readonly weights: Buffer;
}

/** A graph as an ONNX file, which is a message of Protocol Buffers (onnx.proto), beside its weights under this name. */
export function onnxOf({ inputs, outputs, constants, operations }: Graph, weightsName: string): OnnxFiles {
  const weights = new Weights(weightsName);
  const graph = [
    ...operations.flatMap((operation) => message(1, operationOf(operation))),
    ...text(2, 'graph'),
    ...constants.flatMap((constant) => message(5, constantOf(constant, weights))),
    ...inputs.flatMap((port) => message(11, portOf(port))),
    ...outputs.flatMap((port) => message(12, portOf(port))),
  ];
  const file = [
    integer(1, IR),
    ...message(7, graph),
    ...message(8, [...text(1, ''), integer(2, STANDARD)]),
    ...message(8, [...text(1, 'com.microsoft'), integer(2, RUN_TIME)]),
  ];
  return { graph: Buffer.concat(file), weights: weights.file() };
}

/** The file of the large constants, each from the start of a page on. */
class Weights {
  readonly #name: string;
  readonly #parts: Buffer[] = [];
  #length = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a constant, and returns the fields by which the graph locates it. */
  add(bytes: Buffer): Buffer[] {
    this.#push(Buffer.alloc((PAGE - (this.#length % PAGE)) % PAGE));
    const place = { location: this.#name, offset: String(this.#length), length: String(bytes.length) };
    this.#push(bytes);
    const entries = Object.entries(place).flatMap(([key, value]) =>
      message(13, [...text(1, key), ...text(2, value)]),
    );
    return [...entries, integer(14, IS_EXTERNAL)];
  }

  file(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

function operationOf({ type, inputs, outputs, domain, integers = {}, floats = {} }: Operation): Buffer[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, type),
    ...Object.entries(integers).flatMap(([name, value]) =>
      message(5, [...text(1, name), integer(3, value), integer(20, IS_INTEGER)]),
    ),
    ...Object.entries(floats).flatMap(([name, value]) =>
      message(5, [...text(1, name), float(2, value), integer(20, IS_FLOAT)]),
    ),
    ...(domain ? text(7, domain) : []),
  ];
}

function constantOf({ name, type, shape, data }: Constant, weights: Weights): Buffer[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const lengths = shape.map((length) => integer(1, length));
  const content = bytes.length > MOST_INLINE ? weights.add(bytes) : message(9, [bytes]);
  return [...lengths, integer(2, type), ...text(8, name), ...content];
}

function portOf({ name, type, shape }: Port): Buffer[] {
  const lengths = shape.flatMap((length) =>
    message(1, typeof length === 'number' ? [integer(1, length)] : text(2, length)),
  );
  const tensor = message(1, [integer(1, type), ...message(2, lengths)]);
  return [...text(1, name), ...message(2, tensor)];
}

function integer(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

function float(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(number * 8 + 5), bytes]);
}

function text(number: number, value: string): Buffer[] {
  return message(number, [Buffer.from(value)]);
}

/** The parts of a field are not joined, since constants are large. */
function message(number: number, parts: readonly Buffer[]): Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint(number * 8 + 2), varint(length), ...parts];
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
