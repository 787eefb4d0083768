import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TestRunTopic } from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { type NewTestRun, TestRun } from './test-run.entity.ts';

const TEN = new Date('2026-11-21T10:00:00.000Z');
const NOON = new Date('2026-11-21T12:00:00.000Z');
const TOPICS = ['Contract', 'Support', 'Invoices'].map((title): TestRunTopic => {
  return { id: randomUUID(), title, description: '', skill_id: '', status: 'open' };
});
const [CONTRACT = '', SUPPORT = ''] = TOPICS.map(({ id }) => id);

const NEW: NewTestRun = {
  projectId: randomUUID(),
  draftId: randomUUID(),
  createdById: randomUUID(),
  parameters: { topic: 'Onboarding', questions: [], language: null, custom_focus: '' },
  topics: TOPICS,
  startedFromTopicIndex: 0,
  startedFromTopicTitle: 'Contract',
  skippedTopicIds: [],
  draftUpdatedAt: TEN,
  createdAt: TEN,
};

function aRun(differences: Partial<TestRun> = {}): TestRun {
  return Object.assign(TestRun.of(NEW), differences);
}

const statuses = ({ topics }: TestRun) => topics.map(({ status }) => status);

describe('a test run', () => {
  it('has the size of where it begins and what it leaves out', () => {
    const sizeOf = (fields: Partial<NewTestRun> = {}) => TestRun.of({ ...NEW, ...fields }).size;
    expect(sizeOf({ startedFromTopicTitle: 'Contracts' })).toBe(sizeOf() + 1);
    expect(sizeOf({ skippedTopicIds: [CONTRACT] })).toBe(sizeOf() + CONTRACT.length + 2);
  });

  it('has the first turn alone when it is opened', () => {
    const run = aRun();
    expect(run.messageCount).toBe(0);
    run.open();
    expect(run).toMatchObject({ status: 'pending', messageCount: 1 });
  });

  it('goes on up to 1,000 messages', () => {
    expect(() => aRun({ messageCount: 998 }).assertGoesOn()).not.toThrow();
    expect(() => aRun({ messageCount: 999 }).assertGoesOn()).toThrow(
      new NotPossible('This test run has reached its limit of 1000 messages.'),
    );
  });

  it.each([
    ['completed', 'This test run is completed.'],
    ['abandoned', 'This test run was abandoned: start another one.'],
  ] as const)('does not go on once it is %s', (status, sentence) => {
    const run = aRun({ status });
    expect([aRun().isFinished, run.isFinished]).toEqual([false, true]);
    expect(() => run.assertGoesOn()).toThrow(new NotPossible(sentence));
  });

  it('is abandoned once, unless it is completed', () => {
    const run = aRun();
    run.abandon(NOON);
    run.abandon(new Date('2026-11-21T13:00:00.000Z'));
    expect(run).toMatchObject({ status: 'abandoned', updatedAt: NOON });
    expect(() => aRun({ status: 'completed' }).abandon(NOON)).toThrow('This test run is completed.');
  });
});

describe('a jump in a test run', () => {
  it('leads to another topic, which goes on', () => {
    const run = aRun({ messageCount: 3 });
    const before = run.size;
    const jump = run.jumpTo(SUPPORT, 0);
    expect(jump).toEqual({ from: 0, to: 1 });
    run.jump(jump, true, NOON);
    expect(statuses(run)).toEqual(['covered', 'in_progress', 'open']);
    expect(run).toMatchObject({ status: 'in_progress', messageCount: 4, updatedAt: NOON });
    expect(run.jumps).toEqual([{ from_topic_id: CONTRACT, to_topic_id: SUPPORT, at_message_count: 3 }]);
    expect(run.size).toBe(before + JSON.stringify(run.jumps[0]).length);
    run.jump(run.jumpTo(CONTRACT, 1), false, NOON);
    expect(statuses(run)).toEqual(['in_progress', 'open', 'open']);
    expect(run.jumps).toHaveLength(2);
  });

  it.each<[string, string, number | null, string]>([
    ['no topic of the run', randomUUID(), 0, 'There is no such topic in this test run.'],
    ['a topic after the last question', SUPPORT, null, 'There is no such topic in this test run.'],
    ['the same topic', CONTRACT, 0, 'This topic is being talked about.'],
  ])('does not lead to %s', (_, id, asked, sentence) => {
    expect(() => aRun().jumpTo(id, asked)).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({ kind: 'invalid', fields: { topic_id: [sentence] } }),
      }),
    );
  });

  it('is one of 100 at most', () => {
    const jump = { from_topic_id: CONTRACT, to_topic_id: SUPPORT, at_message_count: 1 };
    const after = (count: number) => aRun({ jumps: Array.from({ length: count }, () => jump) });
    expect(after(99).jumpTo(SUPPORT, 0)).toEqual({ from: 0, to: 1 });
    expect(() => after(100).jumpTo(SUPPORT, 0)).toThrow(
      new NotPossible('This test run has reached its limit of 100 jumps.'),
    );
  });
});
