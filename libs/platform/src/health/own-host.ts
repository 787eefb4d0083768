import { isIPv6 } from 'node:net';

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Whether a request is meant for this server: its `Host` is a loopback name, the address at which the request arrived,
 * or one of the further names. A web page whose name was made to resolve to that address (DNS rebinding) sends another
 * `Host`.
 */
export function isOwnHost(
  header: string | undefined,
  localAddress: string | undefined,
  names: readonly string[],
): boolean {
  const name = HOST.exec(header ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  const own = [...LOOPBACK, ...names.map((one) => one.toLowerCase()), ...addressIn(localAddress)];
  return own.includes(name);
}

/** The address as `Host` would contain it. */
function addressIn(localAddress: string | undefined): readonly string[] {
  const [zoneless = ''] = (localAddress ?? '').split('%', 1);
  if (zoneless === '') return [];
  const address = zoneless.replace(MAPPED, '').toLowerCase();
  return [isIPv6(address) ? `[${address}]` : address];
}
