import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type Signal, signals } from '@pks/contracts';
import type { FaultData } from '@pks/platform';
import { faultOf, type Fields } from '@pks/testing';
import { type RunningFeedback, anAdmin, runningFeedback } from './running-feedback.ts';

const { calls } = signals;
const DEACTIVATED = { is_active: false, is_member: true };
const USER_NOT_FOUND: FaultData = { kind: 'not_found', message: 'User not found' };

let running: RunningFeedback;
let admin: Caller;
let signal: Signal;
let conversation_id: string;

beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());
beforeEach(async () => {
  admin = anAdmin();
  conversation_id = randomUUID();
  signal = await running.submit(admin, { context: { conversation_id } });
});

const update = (caller: Caller, changes: Fields = { status: 'reviewed' }) =>
  running.call(calls.update, { signal_id: signal.id, ...changes }, caller);
const mark = (caller: Caller) => running.call(calls.markConversationReviewed, { conversation_id }, caller);
const now = (): Promise<Signal> => running.call(calls.get, { signal_id: signal.id }, anAdminBeside(admin));

function anAdminBeside({ project }: Caller): Caller {
  return { ...anAdmin(), project };
}

describe.each([
  ['updates a signal', update],
  ['updates it without a change', (caller: Caller) => update(caller, {})],
  ['marks a conversation as reviewed', mark],
])('a user who %s', (_what, act) => {
  it('is not found once deactivated, and nothing is changed', async () => {
    running.identity.standing.set(admin.user_id, DEACTIVATED);
    expect(await faultOf(act(admin))).toEqual(USER_NOT_FOUND);
    expect(await now()).toEqual(signal);
    running.identity.standing.delete(admin.user_id);
    await act(admin);
  });

  it('is forbidden once they are no longer a member, and nothing is changed', async () => {
    running.identity.standing.set(admin.user_id, { is_active: true, is_member: false });
    expect(await faultOf(act(admin))).toMatchObject({ kind: 'forbidden' });
    expect(await now()).toEqual(signal);
  });

  it('is looked up once, by their id and the project', async () => {
    await act(admin);
    const requests = running.identity.requests.filter(({ user_id }) => user_id === admin.user_id);
    expect(requests).toEqual([{ project_id: admin.project?.id, user_id: admin.user_id }]);
  });

  it('changes nothing while their membership cannot be checked', async () => {
    await running.identity.goAway();
    try {
      expect(await faultOf(act(admin))).toMatchObject({ kind: 'unavailable' });
      expect(await now()).toEqual(signal);
    } finally {
      await running.identity.comeBack();
    }
  });
});

describe('a deactivated service account', () => {
  it('is not found either', async () => {
    const agent: Caller = { ...anAdminBeside(admin), kind: 'service_account' };
    running.identity.standing.set(agent.user_id, DEACTIVATED);
    expect(await faultOf(update(agent))).toEqual(USER_NOT_FOUND);
  });
});

describe('a deactivated user', () => {
  it('gets the same refusal under an idempotency key, and succeeds under it once reactivated', async () => {
    const key = { key: randomUUID(), fingerprint: 'a'.repeat(64), operation: 'PATCH /signals/' };
    const changes = { signal_id: signal.id, status: 'dismissed' };
    running.identity.standing.set(admin.user_id, DEACTIVATED);
    expect(await faultOf(running.call(calls.update, changes, admin, key))).toEqual(USER_NOT_FOUND);
    running.identity.standing.delete(admin.user_id);
    expect((await running.call(calls.update, changes, admin, key)).status).toBe('dismissed');
  });
});
