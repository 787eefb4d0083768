import { describe, expect, it } from '@jest/globals';
import { ConversationEntry, type Said } from './conversation-entry.entity.ts';
import { Conversation, MOST_BYTES } from './conversation.entity.ts';

const NOON = new Date('2026-11-28T12:00:00Z');

function begun(name: string | undefined, tags: readonly string[] = []): Conversation {
  const ids = { projectId: 'p', createdById: 'u', agentSettingsId: 's' };
  return Conversation.begin({ ...ids, type: 'playground', name, tags }, NOON);
}

function tagged(tags: readonly string[]): Conversation {
  return begun('Rules', tags);
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

describe('the name of a conversation', () => {
  it.each([
    ['its first line, without the space around it', '\n How long? \nAnd why?', 'How long?'],
    ['80 characters, of which the last one says that there are more', 'a'.repeat(81), `${'a'.repeat(79)}…`],
    ['no space before that', `${'a'.repeat(77)}  bcd`, `${'a'.repeat(77)}…`],
    ['as many characters as it may have', 'a'.repeat(80), 'a'.repeat(80)],
  ])('is of its first question %s, and stays', (_what, content, name) => {
    const conversation = begun(undefined);
    for (const asked of [content, 'And then?']) conversation.ask(asked, NOON);
    expect(conversation.name).toBe(name);
  });

  it('is the one that it was given, at its beginning or before its first question', () => {
    const [given, renamed, kept] = [begun('Rules'), begun(undefined), begun(undefined)];
    renamed.change({ name: 'Rules' }, NOON);
    kept.change({ name: kept.name }, NOON);
    for (const conversation of [given, renamed, kept]) conversation.ask('How long?', NOON);
    expect([given.name, renamed.name, kept.name]).toEqual(['Rules', 'Rules', 'New conversation']);
  });
});

describe('an archived conversation', () => {
  it('is as it was when it is archived again', () => {
    const conversation = begun('Rules');
    conversation.archive(NOON);
    conversation.archive(new Date(NOON.getTime() + 1_000));
    expect([conversation.archivedAt, conversation.updatedAt]).toEqual([NOON, new Date(NOON.getTime() + 1)]);
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

describe('a question', () => {
  it('is refused in a conversation of 20,000 entries', () => {
    const conversation = Object.assign(tagged([]), { entryCount: 19_999 });
    expect(conversation.ask('How long?', NOON)).toBe(1);
    conversation.grow(0, NOON);
    expect(() => conversation.ask('How long?', NOON)).toThrow('has reached its limit');
  });
});
