import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aCaller } from '@pks/testing';
import { CallerSeal } from './caller-seal.ts';

const SECRET = 'a secret of thirty-two characters or more';
const caller = aCaller();

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') }));
afterEach(() => void jest.useRealTimers());

describe('a sealed caller', () => {
  it('is opened by whoever has the secret, again and again', () => {
    const sealed = new CallerSeal(SECRET).seal(caller);
    const other = new CallerSeal(SECRET);
    expect(other.open(sealed)).toEqual(caller);
    expect(other.open(sealed)).toEqual(caller);
  });

  it('is nobody under another secret', () => {
    expect(new CallerSeal(`${SECRET}!`).open(new CallerSeal(SECRET).seal(caller))).toBeNull();
  });

  it('is nobody after a minute, also where it was opened before', () => {
    const seal = new CallerSeal(SECRET);
    const sealed = seal.seal(caller);
    jest.advanceTimersByTime(59_000);
    expect(seal.open(sealed)).toEqual(caller);
    jest.advanceTimersByTime(1_000);
    expect(seal.open(sealed)).toBeNull();
    expect(new CallerSeal(SECRET).open(sealed)).toBeNull();
  });

  it('is nobody when any character of it is another', () => {
    const seal = new CallerSeal(SECRET);
    const sealed = seal.seal(caller);
    const other = (text: string): string => (text === 'A' ? 'B' : 'A');
    const tampered = [...sealed].map((c, n) => sealed.slice(0, n) + other(c) + sealed.slice(n + 1));
    expect(tampered.filter((text) => seal.open(text) !== null)).toEqual([]);
  });

  it.each(['', '.', 'a', 'a.', '.a', 'a.b.c', '..', 'é.ü', `${'x'.repeat(1_000_000)}.y`])(
    'is nobody when it is no seal (%#)',
    (text) => {
      expect(new CallerSeal(SECRET).open(text)).toBeNull();
    },
  );

  it('is nobody with something after its signature', () => {
    const seal = new CallerSeal(SECRET);
    expect(seal.open(`${seal.seal(caller)}.more`)).toBeNull();
  });

  it('is nobody with the signature of another', () => {
    const seal = new CallerSeal(SECRET);
    const [body] = seal.seal(aCaller({ kind: 'service_account' })).split('.');
    const [, signature] = seal.seal(caller).split('.');
    expect(seal.open(`${body ?? ''}.${signature ?? ''}`)).toBeNull();
  });
});
