import type { IncomingHttpHeaders } from 'node:http';

/** Asks for a session by cookie, and lets the cookie of one count; pages of other sites cannot send it. */
const SESSION_HEADER = 'x-session';

/** As long as a token that is not used (decisions 2). Seconds. */
const LIFETIME_S = 90 * 24 * 60 * 60;

/** Browsers accept the second from https alone, for this host alone (RFC 6265bis, 4.1.3.2). */
const NAMES = { plain: 'pks_session', secure: '__Host-pks_session' };

/** Whether the client wants the token of its session in a cookie, or has sent it there. */
export function wantsCookie(headers: IncomingHttpHeaders): boolean {
  return headers[SESSION_HEADER] === 'cookie';
}

/**
 * The token in the session's cookie; undefined without `X-Session: cookie`, or where several have its name. The cookie that no other host
 * can set counts alone, and by https no other one: that may be of such a host, which would choose whose session it is.
 */
export function cookieTokenOf(baseUrl: string, headers: IncomingHttpHeaders): string | undefined {
  return cookieOf(baseUrl, headers)?.token;
}

/** `Set-Cookie` that begins a session, for the address at which the client reaches the API. */
export function sessionCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, nameAt(baseUrl), { value: token, seconds: LIFETIME_S });
}

/**
 * `Set-Cookie` that keeps the session of a request for as long again; undefined where it is not by cookie, or its cookie has the name that
 * it would have at another address.
 */
export function keptCookie(baseUrl: string, headers: IncomingHttpHeaders): string | undefined {
  const cookie = headers.authorization === undefined ? cookieOf(baseUrl, headers) : undefined;
  return cookie?.name === nameAt(baseUrl) ? sessionCookie(baseUrl, cookie.token) : undefined;
}

/** `Set-Cookie` that ends the session, and by https one that began before the site was reached so. */
export function endedCookies(baseUrl: string): string[] {
  const names = isSecure(baseUrl) ? [NAMES.secure, NAMES.plain] : [NAMES.plain];
  return names.map((name) => setCookie(baseUrl, name, { value: '', seconds: 0 }));
}

function cookieOf(
  baseUrl: string,
  headers: IncomingHttpHeaders,
): { readonly name: string; readonly token: string } | undefined {
  if (headers.cookie === undefined || !wantsCookie(headers)) return undefined;
  const cookies = headers.cookie.split(';').map((pair) => pair.trim());
  for (const name of isSecure(baseUrl) ? [NAMES.secure] : [NAMES.secure, NAMES.plain]) {
    const [token, ...others] = cookies
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1));
    if (token !== undefined) return others.length === 0 ? { name, token } : undefined;
  }
  return undefined;
}

function setCookie(
  baseUrl: string,
  name: string,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(baseUrl) ? '; Secure' : ''}`;
  return `${name}=${value}; ${attributes}`;
}

function nameAt(baseUrl: string): string {
  return isSecure(baseUrl) ? NAMES.secure : NAMES.plain;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
