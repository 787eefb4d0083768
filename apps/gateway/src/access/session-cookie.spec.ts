import { describe, expect, it } from '@jest/globals';
import { cookieTokenOf, endedCookies, keptCookie, sessionCookie, wantsCookie } from './session-cookie.ts';

const [HTTP, HTTPS] = ['http://localhost:3000/api/v1', 'https://knowledge.example.com/api/v1'];
const headers = (cookie: string) => ({ cookie, 'x-session': 'cookie' });

describe('the cookie of a session', () => {
  it('is kept from scripts and from pages of other sites', () => {
    expect(sessionCookie('http://localhost:3000/api/v1', 'T')).toBe(
      'pks_session=T; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict',
    );
  });

  it('is bound to the host and to TLS where the API is reached by https', () => {
    expect(sessionCookie('https://knowledge.example.com/api/v1', 'T')).toBe(
      '__Host-pks_session=T; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure',
    );
  });

  it('is dropped by the browser when the session ends', () => {
    expect(endedCookies('http://localhost:3000/api/v1')).toEqual([
      'pks_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    expect(endedCookies('https://knowledge.example.com/api/v1')).toEqual([
      '__Host-pks_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      'pks_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
  });

  it('is kept for another 90 days, under the name that it has', () => {
    const [http, https] = ['http://localhost:3000/api/v1', 'https://localhost/api/v1'];
    expect(keptCookie(http, headers('pks_session=T'))).toBe(sessionCookie(http, 'T'));
    expect(keptCookie(https, headers('a=b; __Host-pks_session=T'))).toBe(sessionCookie(https, 'T'));
    expect(keptCookie(https, headers('pks_session=T'))).toBeUndefined();
    expect(keptCookie(http, { ...headers('pks_session=T'), authorization: 'Bearer U' })).toBeUndefined();
    expect(keptCookie(http, {})).toBeUndefined();
  });

  it('is found among others, under both names', () => {
    expect(cookieTokenOf(HTTP, headers('a=b; pks_session=T; c=d'))).toBe('T');
    expect(cookieTokenOf(HTTP, headers('__Host-pks_session=T'))).toBe('T');
    expect(cookieTokenOf(HTTPS, headers('a=b; __Host-pks_session=T; c=d'))).toBe('T');
  });

  it('does not count by https under the name that another host of the site can set', () => {
    expect(cookieTokenOf(HTTPS, headers('pks_session=T'))).toBeUndefined();
  });

  it('counts where no other host can have set it, whatever one that could says', () => {
    const both = headers('pks_session=U; __Host-pks_session=T; pks_session=V');
    for (const address of [HTTP, HTTPS]) expect(cookieTokenOf(address, both)).toBe('T');
    expect(keptCookie('https://localhost/api/v1', both)).toContain('__Host-pks_session=T;');
    expect(keptCookie('http://localhost:3000/api/v1', both)).toBeUndefined();
  });

  it('does not count without the header that pages of other sites cannot send', () => {
    expect(cookieTokenOf(HTTP, { cookie: 'pks_session=T' })).toBeUndefined();
    expect(wantsCookie({ 'x-session': 'other' })).toBe(false);
  });

  it('does not count where there are several, or where only part of the name is the same', () => {
    expect(cookieTokenOf(HTTP, headers('pks_session=T; pks_session=U'))).toBeUndefined();
    const several = headers('__Host-pks_session=T; __Host-pks_session=U; pks_session=V');
    for (const address of [HTTP, HTTPS]) expect(cookieTokenOf(address, several)).toBeUndefined();
    expect(cookieTokenOf(HTTP, headers('xpks_session=T; pks_session2=U'))).toBeUndefined();
  });
});
