import { isSignedOut, queryClient } from '../api/client.ts';
import { ME } from '../api/session.ts';
import { texts } from '../texts.ts';
import { beginAnew } from './other-tabs.ts';

/** Begins as whoever has just signed in. @throws Error where the browser has not kept the session */
export async function beginSignedIn(): Promise<void> {
  beginAnew();
  try {
    await queryClient.ensureQueryData(ME);
  } catch (error) {
    // Any other error is that of the page that is opened next, which asks again.
    if (isSignedOut(error)) throw new Error(texts.signIn.refused, { cause: error });
  }
}
