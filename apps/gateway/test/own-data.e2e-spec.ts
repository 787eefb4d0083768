import { afterEach, it, jest } from '@jest/globals';
import { startProduct } from '@pks/testing/black-box';

/** No value for any variable that names a server: a process that reads it does not start. */
const ELSEWHERE = 'elsewhere';
const APPS = ['identity', 'gateway'];

afterEach(() => {
  jest.restoreAllMocks();
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

it('keeps a product with servers of its own from what the shell names', async () => {
  inShell({ DATABASE_URL: ELSEWHERE, NATS_URL: ELSEWHERE, OAUTH_ISSUERS: ELSEWHERE });
  const product = await startProduct({ ownServers: true, apps: APPS });
  await product.stop();
});
