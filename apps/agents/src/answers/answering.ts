import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { ANSWER_TIME_LIMIT_MS, type Caller } from '@pks/contracts';
import { Fault, LOG, type Log, currentCall, isDenial, within } from '@pks/platform';
import { AnswerRecords, Superseded } from './answer-records.ts';
import { Answerer } from './answerer.ts';
import { LEASE_MS, type Question } from './question.entity.ts';

const FAILED = 'The answer could not be completed.';

/** Answers questions, and records each part of an answer when it is complete. */
@Injectable()
export class Answering implements BeforeApplicationShutdown {
  /** Answers that `begin` started and no caller waits for. */
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly answerer: Answerer,
    private readonly records: AnswerRecords,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Resolves when the question is answered, has failed (its last entry says why), or was taken over by another process. */
  answer(question: Question, caller: Caller): Promise<void> {
    const requestId = currentCall()?.requestId ?? 'none';
    const deadline = Date.now() + ANSWER_TIME_LIMIT_MS;
    return within({ requestId, deadline, caller }, () => this.answerInTime(question, caller));
  }

  /** Starts answering the question without waiting for the answer. */
  begin(question: Question, caller: Caller): void {
    const answer = this.answer(question, caller);
    this.underWay.add(answer);
    void answer.finally(() => this.underWay.delete(answer));
  }

  /** Ends a question that cannot be answered: its last entry is the fault's message, or says that the answer could not be completed. */
  async giveUp(question: Question, error: unknown): Promise<void> {
    const { conversationId: conversation_id, number } = question;
    const level = isDenial(error) ? 'info' : 'warn';
    this.log[level]({ err: error, conversation_id, question: number }, 'a question could not be answered');
    const reason = error instanceof Fault ? error.message : FAILED;
    try {
      await this.records.record(question, { type: 'message', content: reason }, reason);
    } catch (failure) {
      // Once the lease has ended, another process answers.
      if (!(failure instanceof Superseded))
        this.log.warn({ err: failure }, 'an answer could not be recorded');
    }
  }

  /** Finishes the answers that no caller waits for before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  private async answerInTime(question: Question, caller: Caller): Promise<void> {
    const lost = new AbortController();
    const renewing = setInterval(() => void this.renew(question, lost), LEASE_MS / 3);
    const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(ANSWER_TIME_LIMIT_MS)]);
    try {
      await this.recordAnswer(question, caller, signal);
    } catch (error) {
      if (!(error instanceof Superseded) && !lost.signal.aborted) await this.giveUp(question, error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** @throws Error unless the whole answer was recorded. */
  private async recordAnswer(question: Question, caller: Caller, signal: AbortSignal): Promise<void> {
    const { projectId, conversationId, number, content, askedAt } = question;
    const begun = await this.records.begun(question);
    const asked = { projectId, conversationId, number, caller, askedAt, content, begun, signal };
    for await (const part of this.answerer.answer(asked)) {
      await this.records.record(question, part);
      if (part.type === 'message') return;
    }
    throw new Error('The answer has no message.');
  }

  /** Extends the lease; aborts the work if the question has ended or was taken over by another process. */
  private async renew(question: Question, lost: AbortController): Promise<void> {
    try {
      await this.records.renew(question);
    } catch (error) {
      if (error instanceof Superseded) lost.abort(error);
      else this.log.warn({ err: error }, 'a question could not be leased further');
    }
  }
}
