import { describe, expect, it } from '@jest/globals';
import { Conversation } from './conversation.entity.ts';

const NOON = new Date('2026-11-28T12:00:00Z');

function tagged(tags: readonly string[]): Conversation {
  const ids = { projectId: 'p', createdById: 'u', agentSettingsId: 's' };
  return Conversation.begin({ ...ids, type: 'playground', name: 'Rules', tags }, NOON);
}

describe('the tags of a conversation', () => {
  it.each([
    [['a', 'b'], ['a,b']],
    [
      ['z', 'y,x'],
      ['z', 'y', 'x'],
    ],
  ])('are changed from %j to %j, though they differ by commas alone', (before, after) => {
    const conversation = tagged(before);
    expect(conversation.change({ tags: after }, NOON)).toBe(true);
    expect(conversation.tags).toEqual(after);
  });

  it('are not changed to the same', () => {
    expect(tagged(['a', 'b']).change({ tags: ['a', 'b'] }, NOON)).toBe(false);
  });
});
