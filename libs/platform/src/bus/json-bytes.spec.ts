import { describe, expect, it } from '@jest/globals';
import { JsonBytes } from './json-bytes.ts';

describe('JSON that is written piece by piece', () => {
  it.each([0, 5, 100, 4_000_000])(
    'contains everything that was added when %i bytes were expected',
    (expected) => {
      const parts = ['[', '"ü"', ',', '"x"'.repeat(1_000_000), '', ']'];
      const bytes = new JsonBytes(expected);
      for (const part of parts) bytes.add(part);
      expect(bytes.written.equals(Buffer.from(parts.join('')))).toBe(true);
    },
  );
});
