import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@pks/client';
import { unsaidIn } from './refused.ts';

const refusal = (fields: Record<string, readonly string[]>): ApiError =>
  new ApiError(400, Object.values(fields)[0]?.[0] ?? 'Not now.', fields, {}, undefined);

const NO_LABELS: ReadonlyMap<string, string> = new Map();
const LABELS = new Map([
  ['profile', 'Profile'],
  ['invite_emails', 'E-mails of others'],
  ['in_scope', 'In scope'],
  ['user', 'Person'],
  ['`tech`', 'Tech'],
  ['`guided-interview`', 'Guided, topic by topic'],
]);

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
    ['the first sentence about a field', { 'topics.0': ['Odd.', 'Long.'], n: ['No.'] }, ['n'], ['Odd.']],
    ['the sentence of the refusal, where no field says anything', { 'topics.0': ['Odd.'] }, [], ['Odd.']],
    ['the sentence of a refusal without fields', {}, [], ['Not now.']],
  ])('is %s', (_name, fields, said, sentences) => {
    expect(unsaidIn(refusal(fields), new Set(said), NO_LABELS)).toEqual(sentences);
  });

  it('is nothing while nothing is refused', () => {
    expect(unsaidIn(null, new Set(), NO_LABELS)).toEqual([]);
  });

  it.each([
    ['a field that shows no refusals, by its label', { profile: ['No.'] }, ['Profile: No.']],
    ['a part of it, too', { 'invite_emails.3': ['Odd.'] }, ['E-mails of others: Odd.']],
    [
      'fields that the sentence names',
      { people: ['Here or in `invite_emails`, if in_scope.'] },
      ['Here or in “E-mails of others”, if “In scope”.'],
    ],
    [
      'values that the sentence names',
      { people: ['Only `tech`, not tech, takes a `guided-interview` of `global` scope.'] },
      ['Only “Tech”, not tech, takes a “Guided, topic by topic” of `global` scope.'],
    ],
    [
      'whatever somebody typed, and what the form does not have, as they are',
      { name: ['"a "in_scope" b" in `slug` and display_order.'] },
      ['"a "in_scope" b" in `slug` and display_order.'],
    ],
  ])('calls %s', (_name, fields, sentences) => {
    expect(unsaidIn(refusal(fields), new Set(), LABELS)).toEqual(sentences);
  });
});
