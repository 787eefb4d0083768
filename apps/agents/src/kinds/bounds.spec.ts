import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '@pks/contracts';
import { boundsOf } from './bounds.ts';

describe('what bounds a value', () => {
  it.each<[string, JsonSchema]>([
    ['From 0 to 1,000,000.', { type: 'integer', minimum: 0, maximum: 1_000_000 }],
    ['1 or more.', { type: 'integer', minimum: 1 }],
    ['Up to 0.5.', { type: 'number', maximum: 0.5 }],
    ['Up to 20,000 characters.', { type: 'string', minLength: 1, maxLength: 20_000 }],
    ['Up to 1 item.', { type: 'array', maxItems: 1, items: { type: 'string', format: 'uuid' } }],
    [
      'Up to 20 items, each from 0 to 1.',
      { type: 'array', maxItems: 20, items: { type: 'number', minimum: 0, maximum: 1 } },
    ],
    ['', { type: 'string', maxLength: 20_000, pattern: '^[a-z]{2}$' }],
    ['', { type: 'string', format: 'uuid' }],
    ['', { type: 'boolean' }],
    ['', { type: 'object' }],
  ])('is a sentence, where there is anything: "%s"', (sentence, schema) => {
    expect(boundsOf(schema)).toBe(sentence);
  });
});
