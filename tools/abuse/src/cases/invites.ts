import { randomUUID } from 'node:crypto';
import type { Case } from '../case.ts';
import { bytesOf } from '../request.ts';

const CONNECTIONS = 8;

/** Invites of one address, again and again. */
export const repeatedInvites: Case = {
  name: 'invites of one address',
  allowed: ['201', '429'],
  async prepare(tenant) {
    const body = JSON.stringify({ email: `victim-${randomUUID()}@abuse.test` });
    const request = bytesOf({
      method: 'POST',
      path: tenant.in('/invites/invite/'),
      token: tenant.token,
      body,
    });
    return (attack) => attack.flood(CONNECTIONS, () => request);
  },
};
