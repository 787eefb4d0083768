import { describe, expect, it } from '@jest/globals';

/** Tests the default cost of a hash. */
delete process.env['PASSWORD_HASH_COST'];
const { hashPassword, passwordMatches } = await import('./passwords.ts');

describe('a password', () => {
  it('matches its own hash, and no other does', async () => {
    const kept = await hashPassword('correct horse');
    expect(await passwordMatches('correct horse', kept)).toBe(true);
    expect(await passwordMatches('correct horse ', kept)).toBe(false);
    expect(await passwordMatches('', kept)).toBe(false);
  });

  it('is stored with its parameters and a salt of its own, never in plain text', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain('correct');
  });

  it('is checked with the parameters that it was stored with', async () => {
    const kept = 'scrypt$1024$8$1$c2FsdC1zYWx0LXNhbHQtMQ$4k1q5POjIogDPVys1zD-42jS5Ix56Nu5bQGUt3E5X5Y';
    expect(await passwordMatches('old', kept)).toBe(true);
    expect(await passwordMatches('new', kept)).toBe(false);
  });

  it('is the same however its characters are composed', async () => {
    const kept = await hashPassword('caf\u00e9');
    expect(await passwordMatches('cafe\u0301', kept)).toBe(true);
  });

  it('costs the same work when there is no hash to match', async () => {
    const kept = await hashPassword('correct horse');
    const [real, none]: [number[], number[]] = [[], []];
    for (const _ of [1, 2, 3]) {
      real.push(await workOf('wrong', kept));
      none.push(await workOf('wrong', null));
    }
    expect(Math.max(...none)).toBeGreaterThan(Math.min(...real) / 2);
  });

  it('never matches when there is no hash', async () => {
    expect(await passwordMatches('', null)).toBe(false);
  });
});

/** The processor time of a check in microseconds; it depends less on the load of the machine than the duration does. */
async function workOf(password: string, kept: string | null): Promise<number> {
  const before = process.cpuUsage();
  await passwordMatches(password, kept);
  return process.cpuUsage(before).user;
}
