import { randomUUID } from 'node:crypto';
import type { Case } from '../case.ts';
import { type Request, bytesOf } from '../request.ts';

const CONNECTIONS = 32;
const LARGE = 256 * 1024;

/** Calls that change nothing, each with a key of its own: the product need not keep their answers. */
export const keysOfReads: Case = {
  name: 'ever new keys on reads',
  concerns: ['search', 'filter'],
  allowed: ['200', '429'],
  async prepare(tenant) {
    await tenant.append(await tenant.artifact(), 'Customers leave early. '.repeat(2_000));
    const { token } = tenant;
    const requests: Omit<Request, 'headers'>[] = [
      { path: tenant.in('/search/'), body: JSON.stringify({ query: 'customers', top_k: 100 }) },
      {
        path: tenant.in('/documents/filter-by-metadata/?limit=1000'),
        body: JSON.stringify({ metadata_values: ['notes'] }),
      },
    ].map((request) => ({ ...request, method: 'POST', token }));
    return (attack) => attack.flood(CONNECTIONS, (n) => keyed(requests[n % requests.length]));
  },
};

/** Writes with large answers, which the product keeps for their keys, within bounds. */
export const keysOfWrites: Case = {
  name: 'ever new keys on large writes',
  concerns: ['append', 'create'],
  allowed: ['201', '413', '429'],
  async prepare(tenant) {
    const slug = await tenant.artifact();
    const request = {
      method: 'POST',
      path: tenant.in(`/artifacts/${slug}/versions/`),
      token: tenant.token,
      body: Buffer.from(JSON.stringify({ payload: 'x'.repeat(LARGE) })),
    };
    return (attack) => attack.flood(CONNECTIONS, () => keyed(request));
  },
};

function keyed(request: Omit<Request, 'headers'> | undefined): ReturnType<typeof bytesOf> {
  return request ? bytesOf({ ...request, headers: [`Idempotency-Key: ${randomUUID()}`] }) : [];
}
