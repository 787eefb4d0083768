import { describe, expect, it } from '@jest/globals';
import { ConversationEntry, type Said } from './conversation-entry.entity.ts';
import { Conversation, MOST_BYTES } from './conversation.entity.ts';

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

describe('an entry', () => {
  const call = {
    role: 'assistant',
    type: 'tool_call',
    content: 'Search',
    queryId: 1,
    results: [{ text: 'x'.repeat(1_000) }],
  } as const satisfies Said;

  it('has its results as long as its conversation has room for them', () => {
    const conversation = Object.assign(tagged([]), { size: MOST_BYTES - 2_000 });
    const entries = [1, 2].map(() => ConversationEntry.in(conversation, call, NOON));
    expect(entries.map(({ number, results }) => [number, results])).toEqual([
      [1, call.results],
      [2, []],
    ]);
    expect(conversation.size).toBeLessThan(MOST_BYTES);
  });
});
