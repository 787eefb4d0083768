import { isSignedOut, queryClient } from '../api/client.ts';
import { ME } from '../api/session.ts';
import { texts } from '../texts.ts';
import { beginAnew } from './other-tabs.ts';

/**
 * Starts the session of the user who has just signed in. @throws Error if the browser did not keep the
 * session
 */
export async function beginSignedIn(): Promise<void> {
  beginAnew();
  try {
    await queryClient.ensureQueryData(ME);
  } catch (error) {
    // Any other error is left to the next page, which reads this again.
    if (isSignedOut(error)) throw new Error(texts.signIn.refused, { cause: error });
  }
}
