import { fieldOf } from '@pks/platform';

/** A tensor of a file of weights: half-precision numbers, by their bits. */
export interface HalfTensor {
  readonly shape: readonly number[];
  readonly bits: Uint16Array;
}

/** The tensors of half precision in a file in the safetensors format, by their names. */
export function halfTensorsIn(file: Buffer): Map<string, HalfTensor> {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const header: unknown = JSON.parse(file.toString('utf8', 8, start));
  const tensors = new Map<string, HalfTensor>();
  for (const [name, entry] of Object.entries(header ?? {})) {
    if (fieldOf(entry, 'dtype') !== 'F16') continue;
    const [from = 0, to = 0] = numbersIn(fieldOf(entry, 'data_offsets'));
    const bits = new Uint16Array(Uint8Array.from(file.subarray(start + from, start + to)).buffer);
    tensors.set(name, { shape: numbersIn(fieldOf(entry, 'shape')), bits });
  }
  return tensors;
}

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
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
