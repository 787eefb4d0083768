import { describe, expect, it } from '@jest/globals';
import type { NearObject } from '@pks/contracts';
import { type Judged, type Suggestion, suggestionFor } from './suggestion-rules.ts';

const CHURN: NearObject = {
  kind: 'artifact',
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'churn',
  title: 'Churn',
  words: [{ word: 'churn' }, { word: 'numbers' }],
};
const TERMS: NearObject = {
  kind: 'document',
  id: '01900000-0000-7000-8000-000000000003',
  title: 'terms.pdf',
  words: [{ word: 'refunds' }],
};
const ARTIFACT = { id: CHURN.id, slug: 'churn', title: 'Churn' };
const CONVERSATION = '01900000-0000-7000-8000-000000000002';
const NONE: Suggestion = { type: 'none', data: {} };
const REVIEW: Suggestion = {
  type: 'review_conversation',
  data: {
    conversation_id: CONVERSATION,
    reason: 'The text is about nothing that the project knows, and came up in a conversation.',
  },
};

const TABLE: readonly (readonly [string, Partial<Judged>, Suggestion])[] = [
  ['praise, also of an artifact', { sentiment: 'positive', near: CHURN }, NONE],
  [
    'praise that says that something is missing',
    { sentiment: 'positive', feedback: 'Nothing missing.' },
    NONE,
  ],
  [
    'what is near to an artifact',
    { near: CHURN },
    {
      type: 'edit_artifact',
      data: { artifact: ARTIFACT, reason: 'The text is about it; in common: "churn", "numbers".' },
    },
  ],
  [
    'what is near to a document',
    { near: TERMS, conversationId: CONVERSATION },
    {
      type: 'add_knowledge',
      data: {
        document: { id: TERMS.id, title: 'terms.pdf' },
        reason: 'The text is about this document, which a newer one may correct; in common: "refunds".',
      },
    },
  ],
  [
    'what says that knowledge is missing',
    { feedback: 'There is nothing about refunds.', conversationId: CONVERSATION },
    { type: 'add_knowledge', data: { reason: 'The text says that something is missing.' } },
  ],
  [
    'what says that an artifact lacks something',
    { feedback: 'The churn numbers of May are missing.', near: CHURN },
    {
      type: 'add_knowledge',
      data: {
        artifact: ARTIFACT,
        reason: 'The text says that something is missing; in common: "churn", "numbers".',
      },
    },
  ],
  [
    'numbers that do not add up',
    { feedback: 'The churn numbers do not add up.', near: CHURN },
    {
      type: 'edit_artifact',
      data: { artifact: ARTIFACT, reason: 'The text is about it; in common: "churn", "numbers".' },
    },
  ],
  ['a complaint in a conversation about nothing known', { conversationId: CONVERSATION }, REVIEW],
  ['a complaint about nothing known', {}, NONE],
  ['a neutral word in a conversation', { sentiment: 'neutral', conversationId: CONVERSATION }, NONE],
];

describe('a suggestion', () => {
  it.each(TABLE)('for %s', (_what, judged, suggestion) => {
    const plain = {
      feedback: 'Wrong.',
      sentiment: 'negative',
      conversationId: null,
      near: undefined,
    } as const;
    expect(suggestionFor({ ...plain, ...judged })).toEqual(suggestion);
  });

  it('names five of the words in common', () => {
    const near = { ...CHURN, words: ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => ({ word })) };
    const judged = { feedback: 'Wrong.', sentiment: 'negative', conversationId: null, near } as const;
    expect(suggestionFor(judged).data).toMatchObject({
      reason: 'The text is about it; in common: "a", "b", "c", "d", "e".',
    });
  });

  it.each([
    "I can't find the refund policy.",
    'I can’t find it',
    'We cannot find refunds.',
    'Didn’t find it.',
    'Please add refunds.',
    'Wrong. Add refunds.',
    'You should add refunds.',
  ])('to add knowledge where the text says %j', (feedback) => {
    const judged = { feedback, sentiment: 'negative', conversationId: null, near: undefined } as const;
    expect(suggestionFor(judged).type).toBe('add_knowledge');
  });
});
