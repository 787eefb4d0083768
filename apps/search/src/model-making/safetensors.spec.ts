import { describe, expect, it } from '@jest/globals';
import { halfTensorsIn, numbersOf } from './safetensors.ts';

function fileOf(header: object, data: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, data]);
}

describe('a file of weights', () => {
  it('has tensors of half precision, and others', () => {
    const file = fileOf(
      {
        __metadata__: { format: 'pt' },
        a: { dtype: 'F16', shape: [1, 2], data_offsets: [0, 4] },
        b: { dtype: 'I64', shape: [1], data_offsets: [4, 12] },
      },
      Buffer.from([0x00, 0x3c, 0x00, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0]),
    );
    const tensors = halfTensorsIn(file);
    expect([...tensors.keys()]).toEqual(['a']);
    expect(tensors.get('a')?.shape).toEqual([1, 2]);
    expect([...numbersOf(tensors.get('a')?.bits ?? Uint16Array.of())]).toEqual([1, -2]);
  });

  it.each([
    [0x0000, 0],
    [0x0001, 2 ** -24],
    [0x3555, 0.333251953125],
    [0x7bff, 65504],
    [0xfc00, -Infinity],
  ])('has the number of the bits %i', (bits, number) => {
    expect(numbersOf(Uint16Array.of(bits))[0]).toBe(number);
  });
});
