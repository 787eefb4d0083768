import type { IncomingHttpHeaders } from 'node:http';

/** The header that asks for a session by cookie, and without which a session's cookie is ignored; pages of other sites cannot send it. */
const SESSION_HEADER = 'x-session';

/** As long as a token that is not used stays valid (decisions 2). Seconds. */
const LIFETIME_S = 90 * 24 * 60 * 60;

/** Browsers accept the `__Host-` cookie only over https, and only for this very host (RFC 6265bis, 4.1.3.2). */
const NAMES = { plain: 'pks_session', secure: '__Host-pks_session' };

/** Whether the client wants its session's token in a cookie, or sends it in one. */
export function wantsCookie(headers: IncomingHttpHeaders): boolean {
  return headers[SESSION_HEADER] === 'cookie';
}

/**
 * The token in the session's cookie; undefined without `X-Session: cookie`, or if several cookies have its name. The `__Host-` cookie,
 * which no other host can set, takes precedence. Over https it alone counts: a related host could have set the plain one, and so choose
 * whose session it is.
 */
export function cookieTokenOf(baseUrl: string, headers: IncomingHttpHeaders): string | undefined {
  return cookieOf(baseUrl, headers)?.token;
}

/** `Set-Cookie` that begins a session, for the address under which the client reaches the API. */
export function sessionCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, nameAt(baseUrl), { value: token, seconds: LIFETIME_S });
}

/**
 * `Set-Cookie` that extends the session of a request by its full lifetime; undefined if the request does not use a session cookie, or if
 * its cookie has the name for another address.
 */
export function keptCookie(baseUrl: string, headers: IncomingHttpHeaders): string | undefined {
  const cookie = headers.authorization === undefined ? cookieOf(baseUrl, headers) : undefined;
  return cookie?.name === nameAt(baseUrl) ? sessionCookie(baseUrl, cookie.token) : undefined;
}

/** `Set-Cookie` that ends the session, and over https also one that began when the site was reached over http. */
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
