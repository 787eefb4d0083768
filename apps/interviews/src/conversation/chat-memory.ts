import { type ChatMemory, firstCharactersOf } from '@pks/contracts';
import { inLine } from '../interviews/in-line.ts';

/** Characters. */
const TITLE_LENGTH = 200;
const FACT_LENGTH = 300;
const SUMMARY_LENGTH = 20_000;

/** The most answers that are remembered; the transcript has all of them. */
const MOST_FACTS = 100;

/** The memory after adding the answer to a question. */
export function remember(memory: ChatMemory, title: string, answer: string): ChatMemory {
  if (memory.facts.length >= MOST_FACTS) return memory;
  return {
    ...memory,
    covered_topics: [...memory.covered_topics, firstCharactersOf(title, TITLE_LENGTH)],
    facts: [...memory.facts, firstCharactersOf(answer, FACT_LENGTH)],
  };
}

/** The summary of all answers: a line for each question that was answered. */
export function summaryOf({ covered_topics, facts }: ChatMemory): string {
  const lines = covered_topics.map((title, index) => `${inLine(title)}: ${inLine(facts[index] ?? '')}`);
  return firstCharactersOf(lines.join('\n'), SUMMARY_LENGTH);
}
