import type { JsonObject, NearObject, Sentiment, SuggestedAction } from '@pks/contracts';

/** What a suggestion depends on. */
export interface Judged {
  readonly feedback: string;
  readonly sentiment: Sentiment;
  readonly conversationId: string | null;
  /** The part of the project's knowledge that the text is nearest to. */
  readonly near: NearObject | undefined;
}

/** What is suggested to the reviewer of a signal. */
export interface Suggestion {
  readonly type: SuggestedAction;
  readonly data: JsonObject;
}

interface Rule {
  readonly type: SuggestedAction;
  readonly applies: (judged: Judged) => boolean;
  readonly data: (judged: Judged) => JsonObject;
}

/** Words that say that something is missing from the project's knowledge, or a sentence that begins with "Add". */
const MISSING =
  /\b(missing|lacks?|lacking|not (documented|mentioned|covered|described)|undocumented|no (information|documentation|mention|answer)|nothing (about|on)|(can['’]t|can ?not|(could|did)(n['’]t| ?not)) find|should (add|include|mention|cover)|please add)\b|(?:^|[.!?]\s+)add\b/i;

/** How many of the words in common a reason names at most. */
const NAMED_WORDS = 5;

/** The first rule that applies decides. */
const RULES: readonly Rule[] = [
  { type: 'none', applies: ({ sentiment }) => sentiment === 'positive', data: () => ({}) },
  {
    type: 'add_knowledge',
    applies: ({ feedback }) => MISSING.test(feedback),
    data: ({ near }) => ({
      ...named(near),
      reason: `The text says that something is missing${because(near)}`,
    }),
  },
  {
    type: 'edit_artifact',
    applies: ({ near }) => near?.kind === 'artifact',
    data: ({ near }) => ({ ...named(near), reason: `The text is about it${because(near)}` }),
  },
  {
    type: 'add_knowledge',
    applies: ({ near }) => near?.kind === 'document',
    data: ({ near }) => ({
      ...named(near),
      reason: `The text is about this document, which a newer one may correct${because(near)}`,
    }),
  },
  {
    type: 'review_conversation',
    applies: ({ sentiment, conversationId }) => sentiment === 'negative' && conversationId !== null,
    data: ({ conversationId }) => ({
      conversation_id: conversationId,
      reason: 'The text is about nothing that the project knows, and came up in a conversation.',
    }),
  },
];

/** The suggestion for a signal: always the same for the same texts. */
export function suggestionFor(judged: Judged): Suggestion {
  const rule = RULES.find(({ applies }) => applies(judged));
  return rule ? { type: rule.type, data: rule.data(judged) } : { type: 'none', data: {} };
}

/** How a suggestion names an artifact or a document. */
export function named(near: NearObject | undefined): JsonObject {
  if (!near) return {};
  const { kind, id, slug, title } = near;
  return { [kind]: slug === undefined ? { id, title } : { id, slug, title } };
}

function because(near: NearObject | undefined): string {
  if (!near) return '.';
  const words = near.words.slice(0, NAMED_WORDS).map(({ word }) => `"${word}"`);
  return `; in common: ${words.join(', ')}.`;
}
