import { type ChatMemory, type SummarizedInterview, firstCharactersOf } from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { inLine } from '../interviews/in-line.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { NOT_COMPLETED } from './interview-report.ts';

/** Characters. */
const TOPIC_LENGTH = 200;

/** The summary of an interview, with who took it and what it is about. @throws NotPossible if it is not completed. */
export function summarized(interview: Interview): SummarizedInterview {
  const { id, name, status, chatMemory, createdById, assignedToId, updatedAt } = interview;
  if (status !== 'completed') throw new NotPossible(NOT_COMPLETED);
  return {
    id,
    name,
    topic: topicOf(interview),
    summary: wholeSummaryOf(chatMemory),
    created_by: createdById,
    assigned_to: assignedToId,
    updated_at: updatedAt.toISOString(),
  };
}

function topicOf({ type, name, parameters }: Interview): string {
  if (type === 'imported-interview') return '';
  const topic = inLine(parameters.topic);
  return topic === inLine(name) ? '' : firstCharactersOf(topic, TOPIC_LENGTH);
}

/** The summary, with a line for each answer that it lacks, such as the last answers if it was shortened. */
function wholeSummaryOf({ summary, covered_topics, facts }: ChatMemory): string {
  const said = inLine(summary);
  const others = facts.flatMap((fact, index) => {
    const answer = inLine(fact);
    if (said.includes(answer)) return [];
    const title = inLine(covered_topics[index] ?? '');
    return title === '' ? answer : `${title}: ${answer}`;
  });
  return [summary.trim(), ...others].filter((line) => line !== '').join('\n');
}
