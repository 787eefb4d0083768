import { type Caller, type ChatMemory, isProjectAdmin } from '@pks/contracts';
import { Forbidden, NotPossible } from '@pks/platform';
import type { Line } from '../interviews/entry-columns.entity.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import type { Taken } from '../interviews/new-interview.ts';
import { remember, summaryOf } from './chat-memory.ts';
import { type Exchange, answersIn } from './exchange.ts';
import type { Turn } from './interviewer.ts';
import { type Answer, ending, saying } from './saying.ts';
import { scriptOf } from './script.ts';
import { sentencesIn } from './sentences/languages.ts';
import { isSkip } from './skip.ts';

/** The most entries of a transcript: the messages of both sides. */
export const MOST_ENTRIES = 1_000;

const IMPORTED = 'An imported interview was taken elsewhere: it can only be read.';
const COMPLETED = 'This interview is completed.';
const TOO_LONG = `This interview has reached its limit of ${MOST_ENTRIES} messages: complete it.`;

/** The lines to add to a transcript, and how they change the interview. */
export interface Step {
  readonly lines: readonly Line[];
  readonly taken: Taken;
}

/** Only the assignee may answer. @throws NotFound to those who may not see the interview; NotPossible for an import; Forbidden. */
export function assertAnsweredBy(interview: Interview, caller: Caller): void {
  assertTaken(interview, caller);
  if (caller.user_id !== interview.assignedToId) throw new Forbidden();
}

/** The assignee and admins may complete it. @throws NotFound to those who may not see the interview; NotPossible for an import; Forbidden. */
export function assertCompletedBy(interview: Interview, caller: Caller): void {
  assertTaken(interview, caller);
  if (caller.user_id !== interview.assignedToId && !isProjectAdmin(caller)) throw new Forbidden();
}

/** @throws NotPossible once the interview is completed, or its transcript is full. */
export function assertGoesOn({ status, messageCount }: Interview): void {
  if (status === 'completed') throw new NotPossible(COMPLETED);
  if (messageCount + 2 > MOST_ENTRIES) throw new NotPossible(TOO_LONG);
}

/** Adds the answer and the interviewer's next turn. Only the turn decides the outcome of the question; the answer is data. */
export function answering(interview: Interview, answer: Answer, turn: Turn): Step {
  const { lines, topics } = saying(interview, answer, turn);
  const { outcome, isLast } = turn;
  const memory = outcome === 'covered' ? remembering(interview, answer) : interview.chatMemory;
  const chatMemory = { ...memory, summary: summary(interview, memory, isLast) };
  return { lines, taken: { status: isLast ? 'completed' : 'in_progress', topics, chatMemory } };
}

/** Ends an interview before its last question. */
export function completing(interview: Interview, exchange: Exchange): Step {
  const { lines, topics } = ending(interview, exchange);
  const isAnswered = answersIn(exchange).length > 0;
  const memory = isAnswered ? remembering(interview, { content: '', exchange }) : interview.chatMemory;
  const chatMemory = { ...memory, summary: summary(interview, memory, true) };
  return { lines, taken: { status: 'completed', topics, chatMemory } };
}

/** The memory after adding all answers to the question. */
function remembering(interview: Interview, { content, exchange }: Answer): ChatMemory {
  const title = scriptOf(interview)[exchange.asked ?? -1]?.title;
  if (title === undefined) return interview.chatMemory;
  const last = content === '' || isSkip(content) ? [] : [content];
  return remember(interview.chatMemory, title, [...answersIn(exchange), ...last].join('\n'));
}

function assertTaken(interview: Interview, caller: Caller): void {
  interview.assertVisibleTo(caller);
  if (interview.type === 'imported-interview') throw new NotPossible(IMPORTED);
}

/** The summary: at the end of the interview all answers; before it, or without answers, how many questions are answered. */
function summary(interview: Interview, memory: ChatMemory, isEnd: boolean): string {
  const answered = memory.covered_topics.length;
  if (isEnd && answered > 0) return summaryOf(memory);
  return sentencesIn(interview.parameters.language).progress(answered, scriptOf(interview).length);
}
