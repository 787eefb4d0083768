import { describe, expect, it } from '@jest/globals';
import { BusSeal } from './bus-seal.ts';

const SECRET = 'a secret of thirty-two characters or more';
const seal = new BusSeal(SECRET);
const other = new BusSeal(`${SECRET}!`);
const body = Buffer.from('{"name":"a"}');
const notes = ['subject', 'reply', ''];

describe('a signature', () => {
  const signature = seal.sign(notes, body);

  it('is valid for its body with its notes, also in another process', () => {
    expect(new BusSeal(SECRET).isSigned(signature, notes, body)).toBe(true);
  });

  it('is not valid for another body, other notes, or under another secret', () => {
    expect(seal.isSigned(signature, notes, Buffer.from('{"name":"b"}'))).toBe(false);
    expect(seal.isSigned(signature, ['subject', '', 'reply'], body)).toBe(false);
    expect(seal.isSigned(signature, ['subject', 'reply'], body)).toBe(false);
    expect(other.isSigned(signature, notes, body)).toBe(false);
  });

  it('does not let a note become part of the body, or the other way round', () => {
    const moved = seal.sign(['subject'], Buffer.from('reply\n\nbody'));
    expect(seal.isSigned(moved, ['subject', 'reply'], Buffer.from('body'))).toBe(false);
  });

  it.each(['', '.', 'ü', signature.slice(1), `${signature}AAAA`, 'x'.repeat(1_000_000)])(
    'is not valid when it is malformed (%#)',
    (malformed) => {
      expect(seal.isSigned(malformed, notes, body)).toBe(false);
    },
  );
});

describe('an encrypted body', () => {
  it('can be decrypted for its place, and looks different each time', () => {
    const encrypted = seal.encrypt(body, 'here');
    expect(new BusSeal(SECRET).decrypt(encrypted, 'here')).toEqual(body);
    expect(seal.encrypt(body, 'here')).not.toEqual(encrypted);
    expect(encrypted.includes('name')).toBe(false);
  });

  it('cannot be decrypted for another place, under another secret, or when any byte of it differs', () => {
    const encrypted = seal.encrypt(body, 'here');
    expect(() => seal.decrypt(encrypted, 'there')).toThrow();
    expect(() => other.decrypt(encrypted, 'here')).toThrow();
    for (const at of encrypted.keys()) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.decrypt(changed, 'here')).toThrow();
    }
  });

  it.each([0, 1, 12, 27])('cannot be one of %p bytes', (length) => {
    expect(() => seal.decrypt(Buffer.alloc(length), 'here')).toThrow();
  });
});
