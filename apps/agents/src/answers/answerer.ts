import type { Caller } from '@pks/contracts';
import type { Said } from '../conversations/conversation-entry.entity.ts';

/** A part of an answer: what one entry of the assistant says. */
export type AnswerPart = Omit<Said, 'queryId' | 'role'>;

/** A question to an agent. */
export interface Asked {
  readonly projectId: string;
  readonly conversationId: string;
  /** The number of the question in its conversation. */
  readonly number: number;
  /** Who asks: the answer contains nothing that they may not read. */
  readonly caller: Caller;
  readonly askedAt: Date;
  readonly content: string;
  /** The parts that another process recorded before it was gone: the answer continues after them. */
  readonly begun: readonly AnswerPart[];
  /** Aborts when the answer must end. */
  readonly signal: AbortSignal;
}

/** Answers questions. */
export abstract class Answerer {
  /** Yields each part of an answer when it is complete; the last part is a message. @throws Error when it cannot answer. */
  abstract answer(asked: Asked): AsyncIterable<AnswerPart>;
}
