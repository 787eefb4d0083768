import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { type Database, Outbox, ParticipantsRepository } from '@pks/platform';
import { TestClock, aCaller, beside, openTestDatabase } from '@pks/testing';
import { feedbackSchema } from '../feedback.database.ts';
import { ConversationSignalsRepository } from './conversation-signals.repository.ts';
import { aSignal } from './signal.builder.ts';
import { Signal } from './signal.entity.ts';
import { SignalsRepository } from './signals.repository.ts';

const clock = new TestClock();

let database: Database;
let close: () => Promise<void>;
let signals: SignalsRepository;
let conversations: ConversationSignalsRepository;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(feedbackSchema));
  const outbox = new Outbox(database);
  signals = new SignalsRepository(database, outbox);
  conversations = new ConversationSignalsRepository(database, outbox, clock);
});
afterAll(() => close());

/** Submits open signals about one conversation, and returns the one that is closed last. */
async function submit(
  count: number,
  caller: Caller,
  projectId: string,
  conversation: string,
): Promise<Signal> {
  const made = Array.from({ length: count }, () =>
    aSignal({ projectId, givenById: caller.user_id, context: { conversation_id: conversation } }),
  );
  await database.transaction(async () => {
    await new ParticipantsRepository(database, clock).keep(projectId, caller);
    await database.manager.insert(Signal, made);
  });
  return made.sort((one, other) => (one.id < other.id ? -1 : 1))[count - 1]!;
}

describe('marking a conversation as reviewed', () => {
  it('waits for whoever closes one of its signals, who waits for nobody', async () => {
    const [caller, project, conversation] = [aCaller(), randomUUID(), randomUUID()];
    const last = await submit(1_001, caller, project, conversation);
    const review = () => database.transaction(() => conversations.review(project, conversation, caller));
    const before = last.status;
    const outcome = await beside(
      database,
      () => signals.lock(project, last.id),
      review,
      () => signals.store(Object.assign(last, { status: 'dismissed' }), before, caller),
    );
    expect(outcome).toEqual({ status: 'fulfilled', value: 1_000 });
    expect((await signals.counts(project, caller.user_id)).signals).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'to_review', count: 0 }),
        expect.objectContaining({ status: 'reviewed', count: 1_000 }),
        expect.objectContaining({ status: 'dismissed', count: 1 }),
      ]),
    );
  }, 60_000);

  it('does not deadlock with whoever submits a signal', async () => {
    const [caller, project, conversation] = [aCaller(), randomUUID(), randomUUID()];
    await submit(1_001, caller, project, conversation);
    const context = { conversation_id: randomUUID() };
    const another = aSignal({ projectId: project, givenById: caller.user_id, context });
    const outcome = await beside(
      database,
      () => database.manager.insert(Signal, another),
      () => database.transaction(() => conversations.review(project, conversation, caller)),
    );
    expect(outcome).toEqual({ status: 'fulfilled', value: 1_001 });
  }, 60_000);
});
