import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excessOf } from './json-size.ts';

const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** The number of values in a parsed JSON text. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const keepsTo = (text: string, values: number, depth = NO_BOUND) =>
  excessOf(Buffer.from(text), { values, depth }) === undefined;

describe('the size of a JSON text', () => {
  it.each([
    ['1', 1],
    ['"a,b:[{"', 1],
    ['"\\"[,"', 1],
    ['[]', 1],
    [' { } ', 1],
    ['[1,2,3]', 4],
    ['{"a":1,"b":[{},[]]}', 5],
    ['\n[\t[ ] ,\r{"," : "]"}]', 4],
    ['\ufeff{"a":1}', 2],
  ])('of %j is %i values', (text, values) => {
    expect([keepsTo(text, values), keepsTo(text, values - 1)]).toEqual([true, false]);
  });

  it('is that of what the text is parsed to, for any JSON text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 0, max: 3 }), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify(value, null, indent);
        const [values, depth] = [valuesIn(value), depthOf(value)];
        expect(keepsTo(text, values, depth)).toBe(true);
        expect(excessOf(Buffer.from(text), { values: values - 1, depth })).toBe('values');
        if (depth > 0) {
          expect(excessOf(Buffer.from(text), { values, depth: depth - 1 })).toBe('depth');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never less than that, also where keys are repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.json({ maxDepth: 2 }))), (members) => {
        const text = `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`;
        expect(keepsTo(text, valuesIn(JSON.parse(text)) - 1)).toBe(false);
      }),
    );
  });

  it('of a text that is not JSON is measured without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect([undefined, 'values', 'depth']).toContain(excessOf(bytes, { values: 20, depth: 5 }));
      }),
    );
  });
});
