import type { Caller } from '@pks/contracts';
import type { Said } from '../conversations/conversation-entry.entity.ts';

/** What an agent answers. */
export interface Asked {
  readonly projectId: string;
  readonly conversationId: string;
  /** Who asks: the answer has nothing that they may not read. */
  readonly caller: Caller;
  readonly content: string;
  /** Aborts when the answer has to end. */
  readonly signal: AbortSignal;
}

/** A part of an answer: all of an entry but its number. */
export type AnswerPart = Omit<Said, 'queryId' | 'role'>;

/** Answers questions. */
export abstract class Answerer {
  /** The parts of an answer, each when it is complete; the last one is a message. @throws Error when it cannot answer. */
  abstract answer(asked: Asked): AsyncIterable<AnswerPart>;
}
