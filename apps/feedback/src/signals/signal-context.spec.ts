import { describe, expect, it } from '@jest/globals';
import { CONTEXT_BYTES, computedFrom, sizeOf } from './signal-context.ts';

const NOTHING = {
  source: 'api',
  queryId: null,
  conversationId: null,
  conversationTitle: '',
  userMessage: '',
} as const;

describe('what is computed from a context', () => {
  it('is empty for an empty context', () => {
    expect(computedFrom({})).toEqual(NOTHING);
  });

  it.each([
    [{ source: 'ObjectsExplorer' }, { source: 'ObjectsExplorer' }],
    [{ source: 'Elsewhere' }, {}],
    [{ query_id: 0 }, { queryId: 0 }],
    [{ query_id: 1.5 }, {}],
    [{ query_id: '7' }, {}],
    [
      { conversation_id: '01900000-0000-7000-8000-00000000000A' },
      { conversationId: '01900000-0000-7000-8000-00000000000a' },
    ],
    [{ conversation_id: 'seven' }, {}],
    [{ conversation_id: 'x01900000-0000-7000-8000-00000000000a' }, {}],
    [{ conversation_id: '01900000-0000-7000-8000-00000000000ax' }, {}],
    [{ conversation_id: ['01900000-0000-7000-8000-00000000000a'] }, {}],
    [
      { conversation_title: 'Churn', user_message: 'Why?' },
      { conversationTitle: 'Churn', userMessage: 'Why?' },
    ],
    [{ conversation_title: ['Churn'], user_message: null }, {}],
  ])('of %j is %j', (context, computed) => {
    expect(computedFrom(context)).toEqual({ ...NOTHING, ...computed });
  });

  it('is limited to 20,000 characters per text, without splitting one', () => {
    const { userMessage } = computedFrom({ user_message: `${'x'.repeat(19_999)}😀` });
    expect([userMessage.length, userMessage.isWellFormed()]).toEqual([19_999, true]);
  });
});

describe('the size of a context', () => {
  it('is the size of its JSON in bytes, up to 64 KiB', () => {
    expect(sizeOf({ a: 'ü'.repeat((CONTEXT_BYTES - 8) / 2) })).toBe(CONTEXT_BYTES);
    expect(() => sizeOf({ a: 'x'.repeat(CONTEXT_BYTES) })).toThrow('65536 bytes');
  });
});
