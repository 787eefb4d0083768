import { randomUUID } from 'node:crypto';
import { textIn } from '../api.ts';
import type { Case } from '../case.ts';
import { bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const KEYS = 20;
const STREAMS = 300;
const RETRY_MS = 1_000;
const CONNECTIONS = 16;

/** Streams of one user, with many credentials. */
export const streams: Case = {
  name: '300 streams of one user',
  allowed: ['200', '429'],
  refusedWith: ['429'],
  async prepare(tenant) {
    const account = await serviceAccount(tenant);
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n += 1)
      keys.push(textIn(await tenant.api.post(keysOf(tenant, account)), 'key'));
    const path = tenant.in('/notifications/stream/');
    const requests = keys.map((token) => bytesOf({ method: 'GET', path, token }));
    return async (attack) => {
      const follow = async (n: number): Promise<void> => {
        while (!attack.over) {
          const connection = attack.connect();
          attack.count(await connection.exchange(requests[n % KEYS] ?? []));
          await attack.pause(RETRY_MS);
        }
      };
      await Promise.all(Array.from({ length: STREAMS }, (_none, n) => follow(n)));
    };
  },
};

/** Credentials of one user, ever more of them. */
export const tokens: Case = {
  name: 'ever more API keys of one user',
  allowed: ['201', '400', '429'],
  async prepare(tenant) {
    const path = tenant.at(keysOf(tenant, await serviceAccount(tenant)));
    const request = bytesOf({ method: 'POST', path, token: tenant.token, body: '{}' });
    return (attack) => attack.flood(CONNECTIONS, () => request);
  },
};

/** Creates a service account that is a member of the project. Returns its id. */
async function serviceAccount(tenant: Tenant): Promise<string> {
  const accounts = `/organizations/${tenant.organizationId}/service-accounts/`;
  const id = textIn(await tenant.api.post(accounts, { name: `Agent ${randomUUID()}` }), 'id');
  await tenant.api.post(`/projects/${tenant.projectId}/users/`, {
    user_id: id,
    permissions: ['CAN_VIEW_DATA'],
  });
  return id;
}

function keysOf(tenant: Tenant, account: string): string {
  return `/organizations/${tenant.organizationId}/service-accounts/${account}/api-keys/`;
}
