import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@pks/client';
import { unsaidIn } from './refused.ts';

const refusal = (fields: Record<string, readonly string[]>): ApiError =>
  new ApiError(400, Object.values(fields)[0]?.[0] ?? 'Not now.', fields, {}, undefined);

describe('what a form says of a refusal above its buttons', () => {
  it.each([
    ['nothing that a field says', { name: ['Too long.'] }, ['name'], []],
    [
      'what is about no field',
      { name: ['Too long.'], non_field_errors: ['Too many.'] },
      ['name'],
      ['Too many.'],
    ],
    [
      'what is about a field that is not shown',
      { topic: ['Needed.'], 'topics.0': ['Odd.'] },
      ['topic'],
      ['Odd.'],
    ],
    ['the sentence of the refusal, where no field says anything', { 'topics.0': ['Odd.'] }, [], ['Odd.']],
    ['the sentence of a refusal without fields', {}, [], ['Not now.']],
  ])('is %s', (_name, fields, said, sentences) => {
    expect(unsaidIn(refusal(fields), new Set(said))).toEqual(sentences);
  });

  it('is nothing while nothing is refused', () => {
    expect(unsaidIn(null, new Set())).toEqual([]);
  });
});
