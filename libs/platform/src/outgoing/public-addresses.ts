import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are no part of the public internet (IANA's special-purpose registry, multicast, reserved). */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Networks within global unicast that are special, or whose addresses contain an IPv4 address. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address belongs to the public internet, not to this machine, its networks or its cloud. An IPv6 address that
 * contains an IPv4 address (mapped, NAT64, 6to4, Teredo) does not, whichever it contains.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
