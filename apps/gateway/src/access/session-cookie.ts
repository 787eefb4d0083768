import type { IncomingHttpHeaders } from 'node:http';

/** Asks for a session by cookie, and lets the cookie of one count; pages of other sites cannot send it. */
export const SESSION_HEADER = 'x-session';

/** As long as a token that is not used (decisions 2). Seconds. */
const LIFETIME_S = 90 * 24 * 60 * 60;

/** Browsers accept the second from https alone, for this host alone (RFC 6265bis, 4.1.3.2). */
const NAMES = { plain: 'pks_session', secure: '__Host-pks_session' };

/** Whether the client wants the token of its session in a cookie, or has sent it there. */
export function wantsCookie(headers: IncomingHttpHeaders): boolean {
  return headers[SESSION_HEADER] === 'cookie';
}

/** The token in the session's cookie; undefined without `X-Session: cookie`, or where several cookies have the name. */
export function cookieTokenOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers.cookie === undefined || !wantsCookie(headers)) return undefined;
  const cookies = headers.cookie.split(';').map((pair) => pair.trim());
  const found = [NAMES.secure, NAMES.plain].flatMap((name) =>
    cookies.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** `Set-Cookie` that begins a session, for the address at which the client reaches the API. */
export function sessionCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, token, LIFETIME_S);
}

/**
 * `Set-Cookie` that keeps the session of a request for as long again; undefined where it is not by cookie, or its cookie has the name that
 * it would have at another address: with two of them, none would count.
 */
export function keptCookie(baseUrl: string, headers: IncomingHttpHeaders): string | undefined {
  const token = headers.authorization === undefined ? cookieTokenOf(headers) : undefined;
  const isNamed = headers.cookie?.split(';').some((pair) => pair.trim().startsWith(`${nameAt(baseUrl)}=`));
  return token !== undefined && isNamed ? sessionCookie(baseUrl, token) : undefined;
}

/** `Set-Cookie` that ends the session. */
export function endedCookie(baseUrl: string): string {
  return setCookie(baseUrl, '', 0);
}

function setCookie(baseUrl: string, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(baseUrl) ? '; Secure' : ''}`;
  return `${nameAt(baseUrl)}=${value}; ${attributes}`;
}

function nameAt(baseUrl: string): string {
  return isSecure(baseUrl) ? NAMES.secure : NAMES.plain;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
