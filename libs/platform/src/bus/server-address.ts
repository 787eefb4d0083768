import { type BusTls, tlsTo } from './tls.ts';

/** The addresses of NATS, and what is needed to connect to them. */
export interface ServerAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  /** Set if connections are encrypted. */
  readonly tls?: BusTls;
}

/**
 * Parses `nats://user:password@host:port`, or several of them separated by commas; with `tls://` all connections are
 * encrypted. `caFile` names the PEM file of the authorities that sign the server's certificate; by default, those that
 * Node.js knows. @throws Error without the address, which may hold a password.
 */
export function serverAddress(text: string, caFile?: string): ServerAddress {
  const urls = text.split(',').map((part) => parsed(part.trim()));
  const encrypted = urls.filter(({ protocol }) => protocol === 'tls:').length;
  if (encrypted > 0 && encrypted < urls.length)
    throw new Error('NATS_URL: Expected either tls:// or nats:// for all addresses.');
  const known = urls.find((url) => url.username !== '');
  return {
    servers: urls.map((url) => url.host),
    ...(known ? { user: decodeURIComponent(known.username), pass: decodeURIComponent(known.password) } : {}),
    ...(encrypted === 0 ? {} : { tls: tlsTo(urls.map(hostOf), caFile) }),
  };
}

function parsed(text: string): URL {
  const url = URL.parse(text);
  if (!url?.host || !['nats:', 'tls:'].includes(url.protocol))
    throw new Error('NATS_URL: Expected addresses such as nats://host:4222.');
  return url;
}

/** The host as a certificate names it: an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
