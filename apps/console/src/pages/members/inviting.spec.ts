import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@pks/client';
import { inviteEach } from './inviting.ts';

const refusal = (status: number, fields: Record<string, string[]> = {}): ApiError =>
  new ApiError(status, 'Not now.', fields, {}, undefined);

const ANSWERS: Readonly<Record<string, ApiError>> = {
  member: refusal(400, { email: ['A member.'] }),
  hasty: refusal(429),
  full: refusal(400),
};

/** Invites all of them. Returns who was invited, and the error about the others. */
async function outcomeOf(emails: readonly string[]): Promise<[invited: string[], said: unknown]> {
  const invited: string[] = [];
  const invite = async (email: string): Promise<{ type: 'new_user' }> => {
    const error = ANSWERS[email];
    if (error) throw error;
    return Promise.resolve({ type: 'new_user' });
  };
  const said: unknown = await inviteEach(emails, invite, (email) => invited.push(email)).catch(
    (error: unknown) => error,
  );
  return [invited, said];
}

describe('several addresses', () => {
  it('are all invited, each once', async () => {
    expect(await outcomeOf(['a', 'b', 'A'])).toEqual([['A', 'b'], undefined]);
  });

  it('are invited though others are refused, of which each is said', async () => {
    const [invited, said] = await outcomeOf(['a', 'member', 'b', 'hasty']);
    expect(invited).toEqual(['a', 'b']);
    expect(said).toMatchObject({ fields: { email: ['member: A member.\nhasty: Not now.'] } });
  });

  it('are invited until something is refused that is about none of them', async () => {
    expect(await outcomeOf(['a', 'full', 'b'])).toEqual([['a'], ANSWERS['full']]);
  });
});
