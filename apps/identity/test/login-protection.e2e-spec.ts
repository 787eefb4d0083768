import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Session, sessions } from '@pks/contracts';
import type { Fault } from '@pks/platform';
import { aCall } from '@pks/testing';
import { hashPassword } from '../src/sessions/passwords.ts';
import { RunningIdentity } from './running-identity.ts';

const WRONG = {
  data: { kind: 'invalid', message: 'Unable to log in with provided credentials.' },
};
const THROTTLED = {
  data: {
    kind: 'throttled',
    message: expect.stringMatching(/^Request was throttled\. Expected available in [12] seconds\.$/),
    retryAfter: expect.any(Number),
  },
};

let service: RunningIdentity;
beforeAll(async () => {
  service = await RunningIdentity.start();
});
afterAll(() => service.stop());

/** Logs in from an address, which is passed as the gateway passes it. */
function logIn(email: string, password: string, clientAddress?: string): Promise<Session> {
  const context = { ...aCall(null), ...(clientAddress ? { clientAddress } : {}) };
  return service.bus.client.call(sessions.calls.logIn, { email, password }, context);
}

describe('logging in over the bus', () => {
  it('is delayed for an address that failed five times to log in to the account, and for no other', async () => {
    const user = await service.world.aUser(undefined, await hashPassword('correct horse'));
    for (let n = 0; n < 5; n += 1) {
      await expect(logIn(user.email, 'wrong', '203.0.113.7')).rejects.toMatchObject(WRONG);
    }
    await expect(logIn(user.email, 'correct horse', '203.0.113.7')).rejects.toMatchObject(THROTTLED);
    expect(await logIn(user.email, 'correct horse', '203.0.113.8')).toMatchObject({ user: { id: user.id } });
    expect(await logIn(user.email, 'correct horse')).toMatchObject({ user: { id: user.id } });
  });

  it('allows five of ten concurrent guesses without delay', async () => {
    const user = await service.world.aUser(undefined, await hashPassword('correct horse'));
    const guesses = Array.from({ length: 10 }, () => logIn(user.email, 'wrong'));
    const outcomes = await Promise.allSettled(guesses);
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Fault] : []));
    const slowedDown = refusals.filter(({ data }) => data.kind !== 'invalid');
    expect([refusals.length, slowedDown.length]).toEqual([10, 5]);
    for (const one of slowedDown) expect(one).toMatchObject(THROTTLED);
  });

  it('is refused for a service account', async () => {
    const account = await service.world.aServiceAccount(await service.world.anOrganization());
    await expect(logIn(account.email, 'anything')).rejects.toMatchObject(WRONG);
  });
});
