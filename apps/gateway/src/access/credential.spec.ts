import { describe, expect, it } from '@jest/globals';
import { API_KEY_PREFIX, USER_TOKEN_PREFIX, makeSecret } from '@pks/contracts';
import { credentialOf, isWellFormed } from './credential.ts';

const BASE_URL = 'http://localhost:3000/api/v1';
const TOKEN = makeSecret(USER_TOKEN_PREFIX);
const KEY = makeSecret(API_KEY_PREFIX);

function presented(...values: string[]) {
  const rawHeaders = ['Host', 'here', ...values.flatMap((value) => ['Authorization', value])];
  const [authorization] = values;
  return credentialOf(BASE_URL, {
    headers: authorization === undefined ? {} : { authorization },
    rawHeaders,
  });
}

describe('a credential', () => {
  it.each(['Bearer', 'Token', 'bearer', 'TOKEN', 'tOkEn'])('is accepted under the scheme %s', (scheme) => {
    expect(presented(`${scheme} ${TOKEN}`)).toEqual({ kind: 'user_token', secret: TOKEN });
  });

  it('may have more than one space before it', () => {
    expect(presented(`Bearer   ${TOKEN}`)).toEqual({ kind: 'user_token', secret: TOKEN });
  });

  it('is an API key by its prefix', () => {
    expect(presented(`Bearer ${KEY}`)).toEqual({ kind: 'api_key', secret: KEY });
  });

  it('is that of the session’s cookie only without the header', () => {
    const cookie = { cookie: `pks_session=${TOKEN}`, 'x-session': 'cookie' };
    const both = { ...cookie, authorization: `Bearer ${KEY}` };
    expect(credentialOf(BASE_URL, { headers: cookie, rawHeaders: [] })).toEqual({
      kind: 'user_token',
      secret: TOKEN,
    });
    expect(credentialOf(BASE_URL, { headers: both, rawHeaders: [] })).toEqual({
      kind: 'api_key',
      secret: KEY,
    });
  });

  it.each([
    ['no header', []],
    ['an empty header', ['']],
    ['another scheme', [`Basic ${TOKEN}`]],
    ['no scheme', [TOKEN]],
    ['a scheme alone', ['Bearer']],
    ['a scheme and a space', ['Bearer ']],
    ['two secrets', [`Bearer ${TOKEN} ${TOKEN}`]],
    ['a list', [`Bearer ${TOKEN},Bearer ${TOKEN}`]],
    ['a doubled header', [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]],
  ])('is none for %s', (_name, values) => {
    expect(presented(...values)).toEqual({ kind: 'none' });
  });

  it('is unknown for a secret of no known form', () => {
    const unknown = presented('Bearer something');
    expect([unknown, isWellFormed(unknown)]).toEqual([{ kind: 'unknown', secret: 'something' }, false]);
  });

  it('counts as repeated whatever the case of the header names', () => {
    const rawHeaders = ['authorization', `Bearer ${TOKEN}`, 'AUTHORIZATION', `Bearer ${TOKEN}`];
    expect(credentialOf(BASE_URL, { headers: { authorization: `Bearer ${TOKEN}` }, rawHeaders })).toEqual({
      kind: 'none',
    });
  });
});

describe('the format of a credential', () => {
  it('is valid for a secret that the service created', () => {
    expect(isWellFormed({ kind: 'user_token', secret: TOKEN })).toBe(true);
    expect(isWellFormed({ kind: 'api_key', secret: KEY })).toBe(true);
  });

  it('is invalid when one character differs', () => {
    const other = TOKEN[10] === 'a' ? 'b' : 'a';
    const secret = TOKEN.slice(0, 10) + other + TOKEN.slice(11);
    expect(isWellFormed({ kind: 'user_token', secret })).toBe(false);
  });

  it.each([TOKEN.slice(0, -1), `${TOKEN}a`, `pkt_${'-'.repeat(36)}`, 'pkt_'])(
    'is invalid for %s',
    (secret) => {
      expect(isWellFormed({ kind: 'user_token', secret })).toBe(false);
    },
  );

  it('is invalid without a credential', () => {
    expect(isWellFormed({ kind: 'none' })).toBe(false);
  });
});
