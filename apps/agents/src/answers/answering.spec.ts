import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LargePages, Outbox } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase, silentLog } from '@pks/testing';
import { agentsSchema } from '../agents.database.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { AnswerRecords, Superseded } from './answer-records.ts';
import { type AnswerPart, type Asked, Answerer } from './answerer.ts';
import { Answering } from './answering.ts';
import { LEASE_MS, Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

const MESSAGE: AnswerPart = { type: 'message', content: 'Three days.' };

/** An answerer that answers when a test says so, unless its work is aborted. */
class SlowModel extends Answerer {
  readonly answered = Promise.withResolvers<void>();
  signal: AbortSignal | undefined;

  override async *answer({ signal }: Asked): AsyncGenerator<AnswerPart> {
    this.signal = signal;
    signal.addEventListener('abort', () => this.answered.reject(signal.reason));
    await this.answered.promise;
    yield MESSAGE;
  }
}

describe('an answer that takes long', () => {
  const clock = new TestClock();
  const log = silentLog();
  const warn = jest.spyOn(log, 'warn');
  const caller = aCaller();
  const place = { projectId: caller.project?.id ?? '', conversationId: caller.user_id, number: 1 };
  const question = Question.ask(
    { ...place, content: 'How long?', idempotencyKey: null },
    caller,
    clock.now(),
  );
  let records: AnswerRecords;
  let model: SlowModel;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { database, ...opened } = await openTestDatabase(agentsSchema);
    const settings = new AgentSettingsRepository(database, clock);
    const outbox = new Outbox(database);
    const conversations = new ConversationsRepository(database, new LargePages(), settings, outbox);
    records = new AnswerRecords(conversations, new QuestionsRepository(database), database, clock);
    close = opened.close;
  });
  afterAll(() => close());

  beforeEach(() => {
    model = new SlowModel();
    jest.useFakeTimers();
    warn.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const answer = () => new Answering(model, records, log).answer(question, caller);
  const timeToRenew = () => jest.advanceTimersByTimeAsync(LEASE_MS / 3);

  it('is given up when another process has the question: no model works on it, and nothing is logged', async () => {
    jest.spyOn(records, 'renew').mockRejectedValueOnce(new Superseded());
    const record = jest.spyOn(records, 'record');
    const answering = answer();
    await timeToRenew();
    await answering;
    expect(model.signal?.aborted).toBe(true);
    expect(record).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  it('goes on where its lease could not be renewed for another reason, which is logged', async () => {
    jest.spyOn(records, 'renew').mockRejectedValueOnce(new Error('The database is away.'));
    const record = jest.spyOn(records, 'record').mockResolvedValueOnce();
    const answering = answer();
    await timeToRenew();
    expect([model.signal?.aborted, warn.mock.calls.length]).toEqual([false, 1]);
    model.answered.resolve();
    await answering;
    expect(record).toHaveBeenCalledWith(question, MESSAGE);
  });

  it('is finished before its process ends, though nobody waits for it', async () => {
    let isRecorded = false;
    jest.spyOn(records, 'record').mockImplementationOnce(async () => void (isRecorded = true));
    const service = new Answering(model, records, log);
    service.begin(question, caller);
    const ended = service.beforeApplicationShutdown().then(() => isRecorded);
    await jest.advanceTimersByTimeAsync(1);
    model.answered.resolve();
    expect(await ended).toBe(true);
  });

  it('is nothing to log where its lease is renewed while its end is recorded', async () => {
    const renewal = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    jest.spyOn(records, 'renew').mockReturnValueOnce(renewal.promise);
    jest.spyOn(records, 'record').mockReturnValueOnce(recorded.promise);
    const answering = answer();
    model.answered.resolve();
    await timeToRenew();
    recorded.resolve();
    renewal.reject(new Superseded());
    await answering;
    expect(warn).not.toHaveBeenCalled();
  });
});
