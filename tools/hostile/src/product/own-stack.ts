import { type Throwaway, foundOrganization, startThrowaway } from '@pks/stack';

/** A running product, and the tokens of the admins of two unrelated organizations. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly strangerToken: string;
}

/** A product that was started for hostile requests. */
export interface OwnStack extends Target, Pick<Throwaway, 'ended' | 'errors' | 'close'> {}

/** Starts a product with data of its own, with no limits but those that every product has. */
export async function startOwnStack(): Promise<OwnStack> {
  const { stack, ended, errors, close } = await startThrowaway('hostile', {
    ephemeral: true,
    env: () => ({
      EMBEDDINGS: 'none',
      LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
      RATE_LIMIT_PER_MINUTE: '',
      // A request that is late on a slow machine is still done.
      REQUEST_DEADLINE_MS: '60000',
    }),
  });
  try {
    const token = await foundOrganization(stack, 'Hostile');
    const strangerToken = await foundOrganization(stack, 'Stranger');
    return { baseUrl: stack.baseUrl, token, strangerToken, ended, errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}
