import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type DatabaseSession, openSession, startProduct } from '@pks/testing/black-box';

const SERVER = process.env['E2E_DATABASE_URL'] ?? '';
/** The value of every variable that names a server: a process that used it would not start. */
const ELSEWHERE = 'elsewhere';
const APPS = ['identity', 'gateway'];

let server: DatabaseSession;

beforeEach(async () => {
  server = await openSession(SERVER);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function inShell(variables: Readonly<Record<string, string>>): void {
  const { PATH = '' } = process.env;
  jest.replaceProperty(process, 'env', {
    PATH,
    IDENTITY_DATABASE_URL: ELSEWHERE,
    IDENTITY_NATS_URL: ELSEWHERE,
    ...variables,
  });
}

const databases = (): Promise<object[]> => server.rows('SELECT datname FROM pg_database ORDER BY datname');

it('keeps a product with servers of its own from what the shell names', async () => {
  inShell({ DATABASE_URL: ELSEWHERE, NATS_URL: ELSEWHERE, OAUTH_ISSUERS: ELSEWHERE });
  const product = await startProduct({ ownServers: true, apps: APPS });
  await product.stop();
});

it('keeps its data in a database of its own on the server that is given, and drops it', async () => {
  const before = await databases();
  inShell({ DATABASE_URL: SERVER });
  const product = await startProduct({ apps: APPS });
  const own = { datname: new URL(product.stack.databaseUrl).pathname.slice(1) };
  const during = await databases();
  await product.stop();
  expect(before).not.toContainEqual(own);
  expect(during).toContainEqual(own);
  expect(await databases()).not.toContainEqual(own);
});
