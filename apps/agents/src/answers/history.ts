import type { ChatRole } from '@pks/contracts';
import type { PromptMessage } from '@pks/platform';

/** A model reads no more of what was said before. Characters. */
const LONGEST_HISTORY = 24_000;

/** A message of a conversation, and the question that it asks or answers. */
export interface EarlierMessage {
  readonly query_id: number;
  readonly role: ChatRole;
  readonly content: string;
}

/** What a model reads of earlier messages, oldest first: the last questions with their answers, as many whole ones as fit. */
export function historyOf(earlier: readonly EarlierMessage[]): readonly PromptMessage[] {
  const questions = Map.groupBy(earlier, ({ query_id }) => query_id);
  const kept: PromptMessage[] = [];
  let room = LONGEST_HISTORY;
  for (const messages of [...questions.values()].reverse()) {
    room -= messages.reduce((sum, { content }) => sum + content.length, 0);
    if (room < 0 || messages[0]?.role !== 'user') break;
    kept.unshift(...messages.map(({ role, content }) => ({ role, content })));
  }
  return kept;
}
