import { type Throwaway, foundOrganization, startThrowaway } from '@pks/stack';

/** A quota that the abuser reaches within seconds. */
const STORAGE_QUOTA_BYTES = String(16 * 2 ** 20);

/** A running product, and the tokens of the admins of two unrelated organizations. */
export interface Target {
  readonly baseUrl: string;
  readonly honestToken: string;
  readonly abuserToken: string;
}

/** A product that was started to be abused. */
export interface OwnStack extends Target, Pick<Throwaway, 'ended' | 'close'> {}

/** Starts a product with data of its own, and with these settings. */
export async function startOwnStack(settings: Readonly<Record<string, string>> = {}): Promise<OwnStack> {
  const { stack, ended, close } = await startThrowaway('abuse', {
    env: () => ({
      EMBEDDINGS: process.env['EMBEDDINGS'] === 'packaged' ? 'packaged' : 'none',
      // The honest user's requests must reach the services.
      KEPT_ANSWERS_BYTES: '0',
      LOG_LEVEL: process.env['LOG_LEVEL'] || 'info',
      STORAGE_QUOTA_BYTES,
      // This machine stands for a proxy: each user has an address, as clients have.
      TRUST_PROXY: '1',
      ...settings,
    }),
  });
  try {
    const honestToken = await foundOrganization(stack, 'Honest');
    const abuserToken = await foundOrganization(stack, 'Abuser');
    return { baseUrl: stack.baseUrl, honestToken, abuserToken, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}
