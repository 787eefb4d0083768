import type { Case } from '../case.ts';
import { type Request, bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const CONNECTIONS = 128;
const ARTIFACTS = 40;
const LONG_TEXT = 'What it is for, in more words than anybody reads. '.repeat(300);
const WORDS = 'customers leave early because nobody answers them ';

/** The longest pages of a list, as fast as they are answered. */
export const lists = atFullSpeed('lists of 1,000 at full speed', '200', async (tenant) => {
  for (let n = 0; n < ARTIFACTS; n += 1) {
    const path = `/projects/${tenant.projectId}/artifacts/`;
    await tenant.api.post(path, {
      title: `Long ${n}`,
      technical_type: 'markdown',
      definition_short: LONG_TEXT,
    });
  }
  return { method: 'GET', path: tenant.in('/artifacts/?limit=1000'), token: tenant.token };
});

/** Versions appended as fast as they are stored. */
export const appends = atFullSpeed('appends at full speed', '201', async (tenant) => ({
  method: 'POST',
  path: tenant.in(`/artifacts/${await tenant.artifact()}/versions/`),
  token: tenant.token,
  body: JSON.stringify({ payload: WORDS.repeat(40) }),
}));

/** Searches as fast as they are answered. */
export const searches = atFullSpeed('searches at full speed', '200', async (tenant) => {
  await tenant.append(await tenant.artifact(), WORDS.repeat(4_000));
  const body = JSON.stringify({ query: WORDS.repeat(20), top_k: 100 });
  return { method: 'POST', path: tenant.in('/search/'), token: tenant.token, body };
});

/** Filters by as many values as a request may have. */
export const filters = atFullSpeed('filters at full speed', '200', async (tenant) => {
  await tenant.upload('notes.txt', WORDS, ['kind', 'notes']);
  const body = JSON.stringify({ metadata_values: Array.from({ length: 100 }, (_none, n) => `value ${n}`) });
  const path = tenant.in('/documents/filter-by-metadata/?limit=1000');
  return { method: 'POST', path, token: tenant.token, body };
});

/** So many connections that most of their requests are refused, and sent again at once. */
export const crowds = atFullSpeed(
  'short lists over 2,000 connections',
  '200',
  (tenant) => ({ method: 'GET', path: tenant.in('/artifacts/?limit=1'), token: tenant.token }),
  2_000,
);

/** One tenant that sends as much as its connections carry: its requests take their turns, or are refused as too many. */
function atFullSpeed(
  name: string,
  success: '200' | '201',
  requestOf: (tenant: Tenant) => Request | Promise<Request>,
  connections = CONNECTIONS,
): Case {
  return {
    name,
    concerns: ['list', 'search', 'filter', 'append'],
    allowed: [success, '429'],
    async prepare(tenant) {
      const request = bytesOf(await requestOf(tenant));
      return (attack) => attack.flood(connections, () => request);
    },
  };
}
