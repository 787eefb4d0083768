/** A tensor of a file of weights: half-precision numbers, by their bits. */
export interface HalfTensor {
  readonly shape: readonly number[];
  readonly bits: Uint16Array;
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [from: number, to: number];
}

/** The tensors of half precision in a file in the safetensors format, by their names. */
export function halfTensorsIn(file: Buffer): Map<string, HalfTensor> {
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, Entry>;
  const { __metadata__: _metadata, ...entries } = header;
  return new Map(
    Object.entries(entries).flatMap(([name, { dtype, shape, data_offsets: [from, to] }]) => {
      if (dtype !== 'F16') return [];
      const bytes = Uint8Array.prototype.slice.call(file, 8 + length + from, 8 + length + to);
      return [[name, { shape, bits: new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) }]];
    }),
  );
}

/** All numbers of half precision, by their bits. */
const NUMBERS = Float32Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf(bits));

/** The numbers of half precision with these bits. */
export function numbersOf(bits: Uint16Array): Float32Array {
  const numbers = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) numbers[index] = NUMBERS[bits[index] ?? 0] ?? 0;
  return numbers;
}

function numberOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
