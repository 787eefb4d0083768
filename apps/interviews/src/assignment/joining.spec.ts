import { describe, expect, it } from '@jest/globals';
import { type DomainEvent, interviewUpdated, type Permission } from '@pks/contracts';
import { anInterview } from '../interviews/interview.builder.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { Joining } from './joining.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const INVITED = { assignedToId: null, inviteEmail: 'eva@example.test' };
const SENT = { sentAt: NOON };
const COMPLETED = { status: 'completed' } as const;

/** What happens to an interview that waited for Eva, who joins with these permissions, and who has it then. */
async function outcomeOf(state: Partial<Interview>, permissions: readonly Permission[] = ['CAN_VIEW_DATA']) {
  const done: unknown[] = [];
  const parts = {
    interviews: { store: async () => void done.push('stored') },
    outbox: { add: async (events: DomainEvent[]) => void done.push(...events.map(({ subject }) => subject)) },
    delivery: {
      deliver: async (_interview: Interview, { isNotified = true } = {}) => void done.push({ isNotified }),
    },
    clock: { now: () => NOON },
  };
  const joining = Object.create(Joining.prototype, Object.getOwnPropertyDescriptors(parts)) as Joining;
  const interview = Object.assign(anInterview(), INVITED, state);
  const joined = { project_id: interview.projectId, user_id: 'eva', email: 'eva@example.test' };
  await joining.settle(interview, { ...joined, permissions: [...permissions] });
  expect([interview.assignedToId, interview.inviteEmail]).toEqual(['eva', null]);
  return done;
}

describe('an interview whose invitee joins', () => {
  it.each(['pending', 'in_progress'] as const)(
    'is delivered, and they are notified, while it is %s',
    async (status) => {
      expect(await outcomeOf({ ...SENT, status })).toEqual([{ isNotified: true }]);
    },
  );

  it.each([
    ['notifies somebody who may view the project', ['CAN_VIEW_DATA'], true],
    ['notifies somebody who administers it', ['CAN_PERFORM_ADMIN_ACTIONS'], true],
    ['does not notify somebody who may only impersonate', ['CAN_IMPERSONATE_OTHER_USERS'], false],
    ['does not notify somebody who may do nothing yet', [], false],
  ] as const)('is delivered, which %s', async (_what, permissions, isNotified) => {
    expect(await outcomeOf(SENT, permissions)).toEqual([{ isNotified }]);
  });

  it('is theirs, and left to its job, before its time', async () => {
    expect(await outcomeOf({ sentAt: null })).toEqual(['stored']);
  });

  it.each([SENT, { sentAt: null }])(
    'can be found by them, and is not delivered, once it is completed',
    async (sent) => {
      expect(await outcomeOf({ ...sent, ...COMPLETED })).toEqual(['stored', interviewUpdated.subject]);
      expect(await outcomeOf({ ...sent, ...COMPLETED }, [])).toEqual(['stored', interviewUpdated.subject]);
    },
  );
});
