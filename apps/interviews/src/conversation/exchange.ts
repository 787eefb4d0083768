import type { Line } from '../interviews/entry-columns.entity.ts';
import { isSkip } from './skip.ts';

/** The most follow-ups on a question. */
export const MOST_FOLLOW_UPS = 2;

/** The most lines of an exchange: the question, the follow-ups, and an answer to each of them but the last. */
export const LONGEST_EXCHANGE = 1 + 2 * MOST_FOLLOW_UPS;

/** The lines about the question that is asked now. */
export interface Exchange {
  /** The place of the question in the script; null if nothing is asked. */
  readonly asked: number | null;
  /** From the question on, oldest first. */
  readonly lines: readonly Line[];
  /** Whether the question was answered before, and a jump led back to it. */
  readonly wasAnswered?: boolean;
}

/** The exchange at the end of a transcript, of which at least the last `LONGEST_EXCHANGE` lines are given. */
export function exchangeAtEndOf(lines: readonly Line[]): Exchange {
  const asked = lines.at(-1)?.topicIndex ?? null;
  if (asked === null) return { asked, lines: [] };
  return { asked, lines: lines.slice(lines.findLastIndex(({ topicIndex }) => topicIndex !== asked) + 1) };
}

/** The assignee's answers in the exchange. */
export function answersIn({ lines }: Exchange): readonly string[] {
  return lines.flatMap(({ role, content }) => (role === 'user' && !isSkip(content) ? [content] : []));
}

/** Whether the question has an answer, from the exchange or from before a jump. */
export function isAnswered(exchange: Exchange): boolean {
  return exchange.wasAnswered === true || answersIn(exchange).length > 0;
}

/** How often the interviewer followed up in the exchange. */
export function followUpsIn({ lines }: Exchange): number {
  return lines.filter(({ role }) => role === 'assistant').length - 1;
}
