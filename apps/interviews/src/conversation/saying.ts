import type { Topic, TopicStatus } from '@pks/contracts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { type Exchange, isAnswered } from './exchange.ts';
import type { Turn } from './interviewer.ts';
import type { Subject } from './script.ts';
import { sentencesIn } from './sentences/languages.ts';

/** What the assignee says, and the exchange about the same question before it. */
export interface Answer {
  readonly content: string;
  readonly exchange: Exchange;
}

/** The lines to add to a transcript, and the topics after them. */
export interface Said<T extends Topic> {
  readonly lines: readonly Line[];
  readonly topics: readonly T[];
}

/** Adds the answer and the turn after it. Only the turn decides the topics' new statuses. */
export function saying<T extends Topic>(
  { topics }: { readonly topics: readonly T[] },
  { content, exchange: { asked } }: Answer,
  { content: reply, topicIndex, outcome }: Turn,
): Said<T> {
  const lines: Line[] = [
    { role: 'user', content, topicIndex: asked },
    { role: 'assistant', content: reply, topicIndex },
  ];
  const answered = outcome ? withStatus(topics, asked, outcome) : topics;
  return { lines, topics: withStatus(answered, topicIndex, 'in_progress') };
}

/** Ends an interview before its last question: the current question becomes covered if it was answered; other topics stay as they are. */
export function ending<T extends Topic>(
  { topics, parameters }: Subject & { readonly topics: readonly T[] },
  exchange: Exchange,
): Said<T> {
  const { closing: content } = sentencesIn(parameters.language);
  return {
    lines: [{ role: 'assistant', content, topicIndex: null }],
    topics: isAnswered(exchange) ? withStatus(topics, exchange.asked, 'covered') : topics,
  };
}

/** The topics, with this status for the one at `at`; unchanged if there is no such topic. */
export function withStatus<T extends Topic>(
  topics: readonly T[],
  at: number | null,
  status: TopicStatus,
): readonly T[] {
  return topics.map((topic, index) => (index === at ? { ...topic, status } : topic));
}
