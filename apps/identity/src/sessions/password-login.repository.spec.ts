import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld } from '../../test/world.ts';
import type { User } from '../users/user.entity.ts';
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts';

const PASSWORD = 'correct horse';
const SALT = Buffer.from('salt-salt-salt-1');

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

/** The hash of a password as stored with other parameters. */
function hashedBefore(password: string): string {
  const hash = scryptSync(password, SALT, 32, { cost: 512, blockSize: 8, parallelization: 1 });
  return ['scrypt', 512, 8, 1, SALT.toString('base64url'), hash.toString('base64url')].join('$');
}

const logIn = ({ email }: User, password = PASSWORD) => world.sessions().logIn({ email, password });

async function hashOf({ email }: User): Promise<string> {
  return (await world.users.findByEmail(email))?.passwordHash ?? '';
}

describe('a login', () => {
  it('stores a password with the parameters of now, whatever its hash was made with', async () => {
    const user = await world.aUser(undefined, hashedBefore(PASSWORD));
    await expect(logIn(user, 'battery staple')).rejects.toMatchObject({ data: { kind: 'invalid' } });
    expect(await hashOf(user)).toBe(hashedBefore(PASSWORD));
    await logIn(user);
    const replaced = await hashOf(user);
    expect(isOutdated(replaced)).toBe(false);
    expect(await passwordMatches(PASSWORD, replaced)).toBe(true);
    await logIn(user);
    expect(await hashOf(user)).toBe(replaced);
  });

  it('succeeds also where others replace the hash at the same time', async () => {
    const user = await world.aUser(undefined, hashedBefore(PASSWORD));
    const sessions = await Promise.all([1, 2, 3, 4].map(() => logIn(user)));
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(4);
    expect(isOutdated(await hashOf(user))).toBe(false);
  });
});

describe('the hash of a password', () => {
  it('is not replaced once another password was set', async () => {
    const user = await world.aUser(undefined, hashedBefore(PASSWORD));
    const another = await hashPassword('battery staple');
    const [old, again] = [hashedBefore(PASSWORD), await hashPassword(PASSWORD)];
    expect(await world.users.replaceHash(user.id, old, another)).toBe(true);
    expect(await world.users.replaceHash(user.id, old, again)).toBe(false);
    expect(await hashOf(user)).toBe(another);
  });
});
