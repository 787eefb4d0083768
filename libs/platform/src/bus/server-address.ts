/** The addresses of NATS, and the credentials to connect with. */
export interface ServerAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
}

/** Reads `nats://user:password@host:port`, or several of them separated by commas. @throws Error that does not repeat the address: it may hold a password. */
export function serverAddress(text: string): ServerAddress {
  const urls = text.split(',').map((part) => parsed(part.trim()));
  const known = urls.find((url) => url.username !== '');
  return {
    servers: urls.map((url) => url.host),
    ...(known ? { user: decodeURIComponent(known.username), pass: decodeURIComponent(known.password) } : {}),
  };
}

function parsed(text: string): URL {
  const url = URL.parse(text);
  if (!url?.host) throw new Error('NATS_URL: Expected addresses such as nats://host:4222.');
  return url;
}
