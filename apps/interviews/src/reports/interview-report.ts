import { setImmediate as otherWork } from 'node:timers/promises';
import type { ChatEntry, Interview, InterviewReport } from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { inLine } from '../interviews/in-line.ts';

/** The error for an interview that has no report or summary yet. */
export const NOT_COMPLETED = 'This interview is not completed.';
const LOCAL = "This interview's edits stay in its conversation.";

const SPEAKERS = { assistant: 'Interviewer', user: 'Interviewee' } as const satisfies Record<
  ChatEntry['role'],
  string
>;

/** After so many entries, which may have thousands of lines each, the process does other work. */
const AT_A_TIME = 16;

/** The report of an interview. @throws NotPossible if the interview is `local`, or not completed. */
export async function reportOf(interview: Interview): Promise<InterviewReport> {
  if (interview.write_scope !== 'global') throw new NotPossible(LOCAL);
  if (interview.status !== 'completed') throw new NotPossible(NOT_COMPLETED);
  const { id, type, name } = interview;
  return { id, type, name, markdown: await markdownOf(interview) };
}

/**
 * Who was interviewed, when and about what, then the summary and the conversation. All texts longer than a line are quoted, so that
 * no heading, list or code in them affects the document around them.
 */
async function markdownOf(interview: Interview): Promise<string> {
  const { name, chat_memory, chat_history } = interview;
  const summary = chat_memory.summary.trim();
  const blocks = [
    `## Interview: ${inLine(name)}`,
    particularsOf(interview),
    ...(summary === '' ? [] : ['### Summary', quoted(summary)]),
  ];
  for (const [index, entry] of chat_history.entries()) {
    blocks.push(...headingOf(interview, index), `**${SPEAKERS[entry.role]}:**`, quoted(entry.content));
    if (index % AT_A_TIME === 0) await otherWork();
  }
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function particularsOf({ assigned_to_email, chat_history, type_additional_parameters }: Interview): string {
  const { topic } = type_additional_parameters;
  return [
    ['Interviewed', assigned_to_email],
    ['Date', daysOf(chat_history)],
    ['Topic', typeof topic === 'string' ? inLine(topic) : ''],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `- ${label}: ${value}`)
    .join('\n');
}

/**
 * The days, in UTC, of the first and the last answer, once if they are the same; without answers, the day of the end. The
 * interviewer's first turn does not count, because it is as old as the assignment.
 */
function daysOf(history: readonly ChatEntry[]): string {
  const answers = history.filter(({ role }) => role === 'user');
  const ends = answers.length > 0 ? [answers.at(0), answers.at(-1)] : [history.at(-1)];
  const days = new Set(ends.flatMap((entry) => entry?.timestamp.slice(0, 10) ?? []));
  return days.size > 0 ? `${[...days].join(' to ')} (UTC)` : '';
}

/** The heading of an entry that begins another part of the conversation: in a guided interview, each topic is a part. */
function headingOf(interview: Interview, index: number): readonly string[] {
  const part = partOf(interview, index);
  return index > 0 && part === partOf(interview, index - 1) ? [] : [`### ${part}`];
}

function partOf({ chat_history, topics }: Interview, index: number): string {
  const topic = topics[chat_history[index]?.topic_index ?? -1];
  return topic ? inLine(topic.title) : 'Conversation';
}

function quoted(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
