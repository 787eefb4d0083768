import type { ChatRole } from '@pks/contracts';
import type { PromptMessage } from '@pks/platform';

/** The most that a model reads of earlier messages. Characters. */
const LONGEST_HISTORY = 24_000;

/** A message of a conversation, and the question that it asks or answers. */
export interface EarlierMessage {
  readonly query_id: number;
  readonly role: ChatRole;
  readonly content: string;
}

/** The earlier messages that a model reads, oldest first: as many of the last questions, with their answers, as fit whole. */
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
