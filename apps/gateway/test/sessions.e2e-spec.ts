import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Me, Session } from '@pks/contracts';
import { eventually, openSession } from '@pks/testing/black-box';
import { type Person, World } from './support/world.ts';

const world = new World();
const BY_COOKIE = { 'x-session': 'cookie' };

/** Sends what a browser sends for a page of this service. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  const json = { 'content-type': 'application/json', ...headers };
  return fetch(world.baseUrl + path, { method, headers: json, ...(body && { body: JSON.stringify(body) }) });
}

/** The cookie that an answer sets, as the browser sends it back. */
function cookieIn(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('a page that signs in by a cookie', () => {
  let person: Person;

  beforeAll(async () => {
    person = await world.person();
  });

  const signIn = (): Promise<Response> =>
    send('POST', '/auth/token/', BY_COOKIE, { email: person.email, password: world.password });

  it('gets the user, and the token where no script can read it', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const session = (await answer.json()) as Session;
    expect(Object.keys(session)).toEqual(['expires_at', 'user']);
    expect(session.user.email).toBe(person.email);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pks_session=\S+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('is the user of every call, by the cookie and the header together', async () => {
    const cookie = cookieIn(await signIn());
    const me = await send('GET', '/users/me/', { ...BY_COOKIE, cookie });
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({ email: person.email } satisfies Partial<Me>);
  });

  it('stays signed in for 90 days after each start, whether or not anything of the user changed', async () => {
    const cookie = cookieIn(await signIn());
    const me = await send('GET', '/users/me/', { ...BY_COOKIE, cookie });
    const etag = me.headers.get('etag') ?? '';
    const again = await send('GET', '/users/me/', { ...BY_COOKIE, cookie, 'if-none-match': etag });
    const kept = [`${cookie}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict`];
    expect([me, again].map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual([
      [200, kept],
      [304, kept],
    ]);
  });

  it('is not signed in for a page of another site, which cannot send the header', async () => {
    const cookie = cookieIn(await signIn());
    const { status, headers } = await send('DELETE', '/auth/token/', { cookie });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await send('GET', '/users/me/', { ...BY_COOKIE, cookie })).status).toBe(200);
  });

  it('signs out: the token is revoked and the browser drops the cookie', async () => {
    const cookie = cookieIn(await signIn());
    const out = await send('DELETE', '/auth/token/', { ...BY_COOKIE, cookie });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^pks_session=; Path=\/; Max-Age=0;/)]);
    expect((await send('GET', '/users/me/', { ...BY_COOKIE, cookie })).status).toBe(401);
  });

  it('is signed in by a reset password', async () => {
    await send('POST', '/auth/password-reset/', {}, { email: person.email });
    const reset = { token: await world.mailedToken(person.email), password: 'a password that was reset' };
    const answer = await send('POST', '/auth/password-reset/confirm/', BY_COOKIE, reset);
    const session = (await answer.json()) as Session;
    expect(Object.keys(session)).toEqual(['expires_at', 'user']);
    expect(session.user.email).toBe(person.email);
    expect((await send('GET', '/users/me/', { ...BY_COOKIE, cookie: cookieIn(answer) })).status).toBe(200);
  });
});

describe('any other client', () => {
  it('is not sent a cookie', async () => {
    const { email } = await world.person();
    const answer = await send('POST', '/auth/token/', {}, { email, password: world.password });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { token } = (await answer.json()) as { token: string };
    const cookie = 'pks_session=another';
    const me = await send('GET', '/users/me/', { ...BY_COOKIE, cookie, authorization: `Bearer ${token}` });
    expect([me.status, me.headers.getSetCookie()]).toEqual([200, []]);
  });
});

describe('logging out', () => {
  const logOutOf = (token: string) => world.founder.as(token).delete('/auth/token/');

  it('is refused, with the reason, by a token that ended a moment ago', async () => {
    const { token, id } = await world.person();
    const database = await openSession(process.env['E2E_DATABASE_URL'] ?? '');
    await database.rows('BEGIN');
    await database.rows('DELETE FROM identity.user_tokens WHERE user_id = $1', [id]);
    const refusal = logOutOf(token);
    await eventually('it is admitted, and ends the token', () => database.isWaitedFor());
    await database.rows('COMMIT');
    const refused = await refusal;
    await database.close();
    expect(refused).toMatchObject({
      status: 401,
      body: { error: 'Authentication credentials were not provided.' },
    });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="The token was revoked or has ended."',
    );
  });

  it('asks for a credential where none was sent', async () => {
    const refused = await world.anybody.delete('/auth/token/');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
