import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.)/i;
/** The leading groups of an IPv6 address that make up one client's network. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const IPV4_END = /(?<=:)\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * What identifies a client before its user is known, in taking turns and in the protection of logins: its IPv4 address, or the /64
 * network of its IPv6 address.
 * Undefined for a loopback address, which is a proxy's and so stands for all clients, and for a client that is gone, whose
 * connection no longer has an address.
 */
export function clientAddressOf(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined;
  const address = (ip.split('%', 1)[0] ?? '').replace(MAPPED, '');
  if (isIPv4(address)) return address.startsWith('127.') ? undefined : address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  return groups.join(':') === LOOPBACK ? undefined : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

const LOOPBACK = '0:0:0:0:0:0:0:1';

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(IPV4_END, '0:0').split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const written = [...(before ?? []), ...(after ?? [])];
  const left = tail === undefined ? [] : Array.from({ length: GROUPS - written.length }, () => '0');
  return [...(before ?? []), ...left, ...(after ?? [])].map((group) => parseInt(group, 16).toString(16));
}
