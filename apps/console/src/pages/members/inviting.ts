import { ApiError, type Schemas } from '@pks/client';
import { sentenceOf } from '../../api/client.ts';

type Invited = Pick<Schemas['NewInvite'], 'type'>;

/** The refused addresses with the reasons, one per line. */
export class SomeRefused extends ApiError {
  constructor(refused: readonly string[]) {
    super(400, refused.join('\n'), { email: [refused.join('\n')] }, undefined, undefined);
  }
}

/**
 * Invites each address once, whatever the result for the others; `onInvited` is called for each that is not
 * refused.
 * @throws SomeRefused; or an error that is not about an address, after which nothing more is sent.
 */
export async function inviteEach(
  emails: readonly string[],
  invite: (email: string) => Promise<Invited>,
  onInvited: (email: string, invited: Invited) => void,
): Promise<void> {
  const refused: string[] = [];
  const once = new Map(emails.map((email) => [email.toLowerCase(), email]));
  for (const email of once.values()) {
    try {
      onInvited(email, await invite(email));
    } catch (error) {
      if (!isAboutAddress(error)) throw error;
      refused.push(`${email}: ${error.of('email') ?? sentenceOf(error)}`);
    }
  }
  if (refused.length > 0) throw new SomeRefused(refused);
}

/** Whether an error is about an address: it may be wrong (400), or have got an e-mail just now (429). */
function isAboutAddress(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.of('email') !== undefined);
}
