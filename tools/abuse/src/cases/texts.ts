import type { Case } from '../case.ts';
import { type Request, bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const CONNECTIONS = 16;
/** Pieces to repeat, like those that patterns of words, slugs, e-mails and numbers repeat. */
const RUNS = ['a-', ' \t', '_.', 'a@', '.@a.', '́', 'ß', '"', "'", '%', '(((', '9e'];

/** Texts on which patterns of slugs, e-mail addresses, search words and transliteration would backtrack. */
export const texts: Case = {
  name: 'texts that backtrack',
  allowed: ['200', '201', '202', '400', '409', '429'],
  async prepare(tenant) {
    await tenant.append(await tenant.artifact(), 'words '.repeat(1_000));
    const requests = RUNS.flatMap((run) => hostile(tenant, run)).map(bytesOf);
    return (attack) => attack.flood(CONNECTIONS, (n) => requests[n % requests.length] ?? []);
  },
};

function hostile(tenant: Tenant, run: string): Request[] {
  const { token } = tenant;
  const long = (length: number): string =>
    `${run.repeat(Math.ceil(length / run.length)).slice(0, length - 1)}!`;
  const post = (path: string, body: object): Request => ({
    method: 'POST',
    path,
    token,
    body: JSON.stringify(body),
  });
  const search = encodeURIComponent(long(250));
  return [
    post(tenant.in('/artifacts/'), { title: long(255), technical_type: 'markdown', group: long(64) }),
    post(tenant.in('/search/'), { query: long(2_000), metadata_values: [long(20_000)] }),
    post(tenant.in('/documents/filter-by-metadata/'), { metadata_values: [long(20_000), long(5_000)] }),
    post(tenant.in('/signals/'), { feedback: long(20_000), context: { user_message: long(20_000) } }),
    post(tenant.in('/invites/invite/'), { email: long(254) }),
    post(tenant.at('/auth/password-reset/'), { email: `${long(200)}@abuse.test` }),
    { method: 'GET', path: tenant.in(`/users/?search=${search}`), token },
    { method: 'GET', path: tenant.in(`/signals/?search=${search}`), token },
    { method: 'GET', path: tenant.in(`/documents/?search=${search}`), token },
  ];
}
