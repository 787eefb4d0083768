import { describe, expect, it } from '@jest/globals';
import { keysIn, withoutRepeats } from './tags.ts';

const [NFC, NFD] = ['Könige'.normalize('NFC'), 'Könige'.normalize('NFD')];

describe('tags', () => {
  it('that differ in their encoding or their case are one, which is normalized', () => {
    expect(withoutRepeats([NFD, ` ${NFC}`, NFC.toUpperCase(), 'b'])).toEqual([NFC, 'b']);
    expect(withoutRepeats([NFC, NFD])).toEqual([NFC]);
  });

  it.each([NFC, NFD, NFC.toUpperCase()])('are looked for in either encoding, in any case: %j', (tag) => {
    expect(keysIn(`${tag},b`)).toEqual([...new Set([NFC.toLowerCase(), NFD.toLowerCase(), 'b'])]);
  });
});
