import { describe, expect, it } from '@jest/globals';
import {
  API_KEY_PREFIX,
  USER_TOKEN_PREFIX,
  hashOfSecret,
  isWellFormedSecret,
  makeSecret,
} from './secrets.ts';

/** What was issued once stays valid: neither the checksum nor the hash ever changes. */
const ISSUED = [
  'pkt_0000000000000000000000000000002C8GjS',
  'pks_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4IlJEz',
  'pks_0123456789ABCDEFGHIJabcdefghij4Us3aw',
];

describe('a secret', () => {
  it.each(ISSUED)('is well-formed with the checksum of its random part: %s', (secret) => {
    expect(isWellFormedSecret(secret)).toBe(true);
  });

  it('is made well-formed, and another one each time', () => {
    const secrets = ([USER_TOKEN_PREFIX, API_KEY_PREFIX] as const).flatMap((prefix) =>
      Array.from({ length: 100 }, () => makeSecret(prefix)),
    );
    expect(secrets.filter((secret) => !isWellFormedSecret(secret))).toEqual([]);
    expect(new Set(secrets).size).toBe(200);
    expect(secrets[0]).toMatch(/^pkt_[0-9A-Za-z]{36}$/);
    expect(secrets.at(-1)).toMatch(/^pks_[0-9A-Za-z]{36}$/);
  });

  it.each([
    '',
    'pks_',
    'pks_0123456789ABCDEFGHIJabcdefghij4Us3ax',
    'pks_0123456789ABCDEFGHIJabcdefghik4Us3aw',
    'pks_0123456789ABCDEFGHIJabcdefghij4Us3a',
    'pks_0123456789ABCDEFGHIJabcdefghij4Us3aw0',
    ' pks_0123456789ABCDEFGHIJabcdefghij4Us3aw',
    'pkx_0123456789ABCDEFGHIJabcdefghij4Us3aw',
    'PKS_0123456789ABCDEFGHIJabcdefghij4Us3aw',
  ])('is not well-formed as %j', (secret) => {
    expect(isWellFormedSecret(secret)).toBe(false);
  });

  it('is stored as its SHA-256', () => {
    expect(hashOfSecret('pks_')).toBe('829d9c559ea4eeee22ed4291d6cbdd5397bfbd8761f725c67ba8d5ccdc9b07a1');
  });
});
