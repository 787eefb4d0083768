import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonRecords } from './json-records.ts';

function recordsIn(text: string, pieceSize = 1_000_000): readonly unknown[] {
  const bytes = Buffer.from(text);
  const records = new JsonRecords();
  const found: unknown[] = [];
  for (let at = 0; at < bytes.length; at += pieceSize) {
    for (const record of records.take(bytes.subarray(at, at + pieceSize))) found.push(JSON.parse(record));
  }
  records.end();
  return found;
}

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 });

describe('the objects of a JSON', () => {
  it('are those of a list, wherever its stream is cut', () => {
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (all, size, indent) => {
        expect(recordsIn(JSON.stringify(all, null, indent), size)).toEqual(JSON.parse(JSON.stringify(all)));
      }),
    );
  });

  it('are those of lines', () => {
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 9 }), (all, size) => {
        const lines = all.map((each) => `${JSON.stringify(each)}\r\n`).join('');
        expect(recordsIn(lines, size)).toEqual(JSON.parse(JSON.stringify(all)));
      }),
    );
  });

  it.each([1 << 20, 1_000])('may have 100 levels and 1,048,576 bytes, in pieces of %d', (size) => {
    const deepest = `${'{"a":'.repeat(99)}[]${'}'.repeat(99)}`;
    const longest = `{"a":"${'x'.repeat((1 << 20) - 8)}"}`;
    const text = [deepest, longest, longest].join(',\t\r\n ');
    expect(recordsIn(`[\t${text} ]`, size)).toHaveLength(3);
    expect(() => recordsIn(longest.replace('x', 'xx'), size)).toThrow('longer than 1,048,576 bytes');
  });

  it.each([
    ['[[1]]', 'no list of objects'],
    ['"text"', 'no list of objects'],
    ['[1]', 'no list of objects'],
    ['[{"a":1},]', 'broken after object 1'],
    ['[{"a":1} {"a":2}]', 'broken after object 1'],
    ['[{"a":1}]{"a":2}', 'broken after object 1'],
    ['[{"a":1}', 'ends in the middle'],
    ['{"a":', 'ends in the middle'],
    ['{"a":'.repeat(101), 'more than 100 levels'],
    ['[{"a":1},,{"a":2}]', 'broken after object 1'],
    ['[,{"a":1}]', 'no list of objects'],
    ['[', 'ends in the middle'],
    ['5', 'The JSON is no list of objects: give a list of them, or one object a line.'],
    [`[{"a":"${'x'.repeat(1_100_000)}"}]`, 'longer than 1,048,576 bytes'],
    [`[{"a":"${'x'.repeat(3_000_000)}`, 'longer than 1,048,576 bytes'],
  ])('are refused in %j', (text, why) => {
    expect(() => recordsIn(text)).toThrow(why);
  });
});
