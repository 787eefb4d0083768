import { describe, expect, it } from '@jest/globals';
import { TestClock, aCaller } from '@pks/testing';
import { CallerSeal } from './caller-seal.ts';
import { ServiceCredential } from './service-credential.ts';

const SECRET = 'a secret of thirty-two characters or more';
const caller = aCaller();

describe('a sealed caller', () => {
  it('can be opened with the same secret, repeatedly', () => {
    const sealed = new CallerSeal(SECRET).seal(caller);
    const other = new CallerSeal(SECRET);
    expect(other.open(sealed)).toEqual(caller);
    expect(other.open(sealed)).toEqual(caller);
  });

  it('is not accepted under another secret', () => {
    expect(new CallerSeal(`${SECRET}!`).open(new CallerSeal(SECRET).seal(caller))).toBeNull();
  });

  it('is not accepted after a minute, even if it was opened before', () => {
    const clock = new TestClock();
    const seal = new CallerSeal(SECRET, clock);
    const sealed = seal.seal(caller);
    clock.advance(59_000);
    expect(seal.open(sealed)).toEqual(caller);
    clock.advance(1_000);
    expect(seal.open(sealed)).toBeNull();
    expect(new CallerSeal(SECRET, clock).open(sealed)).toBeNull();
  });

  it('is not accepted when any character of it differs', () => {
    const seal = new CallerSeal(SECRET);
    const sealed = seal.seal(caller);
    const other = (text: string): string => (text === 'A' ? 'B' : 'A');
    const tampered = [...sealed].map((c, n) => sealed.slice(0, n) + other(c) + sealed.slice(n + 1));
    expect(tampered.filter((text) => seal.open(text) !== null)).toEqual([]);
  });

  it.each(['', '.', 'a', 'a.', '.a', 'a.b.c', '..', 'é.ü', `${'x'.repeat(1_000_000)}.y`])(
    'is not accepted when it is malformed (%#)',
    (text) => {
      expect(new CallerSeal(SECRET).open(text)).toBeNull();
    },
  );

  it('is not accepted with text after its signature', () => {
    const seal = new CallerSeal(SECRET);
    expect(seal.open(`${seal.seal(caller)}.more`)).toBeNull();
  });

  it('is not accepted with the signature of another', () => {
    const seal = new CallerSeal(SECRET);
    const [body] = seal.seal(aCaller({ kind: 'service_account' })).split('.');
    const [, signature] = seal.seal(caller).split('.');
    expect(seal.open(`${body ?? ''}.${signature ?? ''}`)).toBeNull();
  });
});

describe('the sealed name of a service', () => {
  it('names that service, and no user', () => {
    const seal = new CallerSeal(SECRET);
    const sealed = seal.sealService('notifications');
    expect(seal.openService(sealed)).toBe('notifications');
    expect(seal.open(sealed)).toBeNull();
    expect(seal.openService(seal.seal(caller))).toBeNull();
  });

  it('is not accepted under another secret, or after a minute', () => {
    const clock = new TestClock();
    const seal = new CallerSeal(SECRET, clock);
    const sealed = seal.sealService('notifications');
    expect(new CallerSeal(`${SECRET}!`, clock).openService(sealed)).toBeNull();
    clock.advance(60_000);
    expect(seal.openService(sealed)).toBeNull();
  });
});

describe('the credential of a service', () => {
  it('is resealed before it expires, but not for each call', () => {
    const clock = new TestClock();
    const seal = new CallerSeal(SECRET, clock);
    const credential = new ServiceCredential('notifications', seal, clock);
    const first = credential.sealed;
    clock.advance(29_999);
    expect(credential.sealed).toBe(first);
    clock.advance(1);
    const second = credential.sealed;
    expect(second).not.toBe(first);
    clock.advance(30_000);
    expect(seal.openService(first)).toBeNull();
    expect(seal.openService(second)).toBe('notifications');
  });
});
