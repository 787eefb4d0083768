import type { Caller } from '@pks/contracts';
import type { Said } from '../conversations/conversation-entry.entity.ts';

/** A part of an answer: all of an entry but its number. */
export type AnswerPart = Omit<Said, 'queryId' | 'role'>;

/** What an agent answers. */
export interface Asked {
  readonly projectId: string;
  readonly conversationId: string;
  /** The number of the question in its conversation. */
  readonly number: number;
  /** Who asks: the answer has nothing that they may not read. */
  readonly caller: Caller;
  readonly askedAt: Date;
  readonly content: string;
  /** The parts that another process recorded before it was gone: the answer continues after them. */
  readonly begun: readonly AnswerPart[];
  /** Aborts when the answer has to end. */
  readonly signal: AbortSignal;
}

/** Answers questions. */
export abstract class Answerer {
  /** The parts of an answer, each when it is complete; a message is the last one. @throws Error when it cannot answer. */
  abstract answer(asked: Asked): AsyncIterable<AnswerPart>;
}
