import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailServer, startProduct } from '@pks/testing/black-box';
import { keepForTeardown } from './global-teardown.ts';

/** Starts the whole product once for all end-to-end tests; workers find it in their environment. */
export default async function startSharedProduct(): Promise<void> {
  const mailFolder = await mkdtemp(join(tmpdir(), 'pks-mail-'));
  const mail = await MailServer.start(mailFolder);
  const fileFolder = await mkdtemp(join(tmpdir(), 'pks-files-'));
  const product = await startProduct({ env: { SMTP_URL: mail.url, BLOB_STORE: fileFolder } });
  keepForTeardown(async () => {
    await product.stop();
    await mail.close();
    await rm(mailFolder, { recursive: true });
    await rm(fileFolder, { recursive: true });
  });
  Object.assign(process.env, {
    E2E_BASE_URL: product.stack.baseUrl,
    E2E_DATABASE_URL: product.stack.databaseUrl,
    E2E_NATS_URL: product.stack.natsUrls['gateway'],
    E2E_IDENTITY_NATS_URL: product.stack.natsUrls['identity'],
    E2E_CALLER_SECRET: product.callerSecret,
    E2E_FOUNDER_TOKEN: product.founderToken,
    E2E_STRANGER_TOKEN: product.strangerToken,
    E2E_HEALTH_URLS: Object.values(product.stack.services)
      .map(({ healthUrl }) => healthUrl)
      .join(' '),
    E2E_LOG_FILE: product.logFile,
    E2E_MAIL_FOLDER: mailFolder,
    E2E_FILE_FOLDER: fileFolder,
  });
}
