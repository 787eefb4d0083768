import type { Case } from '../case.ts';
import { bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const CONNECTIONS = 16;
/** Two of these are as different as texts of nearly 4 MiB can be. */
const LINES = 330_000;
const MEMBERS = 90_000;

/** Comparisons of contents of the maximum size, texts and objects, that have nothing in common. */
export const diffs: Case = {
  name: 'diffs of 2 x 4 MiB',
  concerns: ['diff', 'append'],
  // A comparison is ended at the deadline of its request, which bounds the abuser's own work.
  allowed: ['200', '413', '429', '504'],
  async prepare(tenant) {
    const paths = [await texts(tenant), await objects(tenant)];
    const requests = paths.map((path) => bytesOf({ method: 'GET', path, token: tenant.token }));
    return (attack) => attack.flood(CONNECTIONS, (n) => requests[n % requests.length] ?? []);
  },
};

async function texts(tenant: Tenant): Promise<string> {
  const slug = await tenant.artifact();
  for (const version of [1, 2]) {
    await tenant.append(slug, Array.from({ length: LINES }, (_none, n) => mixed(version, n)).join('\n'));
  }
  return tenant.in(`/artifacts/${slug}/versions/3/diff/`);
}

async function objects(tenant: Tenant): Promise<string> {
  const slug = await tenant.artifact('mental_map');
  for (const version of [1, 2]) {
    const members = Array.from({ length: MEMBERS }, (_none, n) => [mixed(version, n), mixed(n, version)]);
    await tenant.append(slug, Object.fromEntries(members));
  }
  return tenant.in(`/artifacts/${slug}/versions/3/diff/`);
}

/** A word that looks random and is the same in every run. */
function mixed(a: number, b: number): string {
  return (Math.imul(a * 31 + b + 1, 0x9e3779b1) >>> 0).toString(36);
}
