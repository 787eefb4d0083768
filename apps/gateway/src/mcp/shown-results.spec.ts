import { describe, expect, it } from '@jest/globals';
import { partOfArtifact, withoutPayload } from './shown-results.ts';

const artifactOf = (payload: unknown): string => JSON.stringify({ slug: 'brief', payload });

describe('an artifact', () => {
  it.each([
    ['a text that fits', 'abcd', 4],
    ['a text of characters that JSON escapes', '\n\n\n\n', 4],
    ['an object', { steps: ['a long step'] }, 4],
    ['an array', [{ title: 'a long title' }], 4],
    ['nothing', null, 1],
  ])('is what the API answers where its content is %s', (_what, payload, max_characters) => {
    const answer = artifactOf(payload);
    expect(partOfArtifact(answer, { offset: 0, max_characters })).toBe(answer);
  });

  it('has the part of its text that was asked for, and says where that is', () => {
    const parts = [0, 4, 8, 99].map((offset): unknown =>
      JSON.parse(partOfArtifact(artifactOf('abcdefghi'), { offset, max_characters: 4 })),
    );
    const whole = { slug: 'brief', total_characters: 9 };
    expect(parts).toEqual([
      { ...whole, payload: 'abcd', offset: 0, next_offset: 4 },
      { ...whole, payload: 'efgh', offset: 4, next_offset: 8 },
      { ...whole, payload: 'i', offset: 8, next_offset: null },
      { ...whole, payload: '', offset: 99, next_offset: null },
    ]);
  });
});

describe('a version', () => {
  it('is shown without what was just written', () => {
    const version = { id: 'v', version_number: 2, payload: 'x'.repeat(99), created_by_email: null };
    expect(JSON.parse(withoutPayload(JSON.stringify(version)))).toEqual({
      id: 'v',
      version_number: 2,
      created_by_email: null,
    });
  });
});
