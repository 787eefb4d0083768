import { lookup as dnsLookup } from 'node:dns';
import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { OutgoingFailed } from './outgoing-failed.ts';

/** Whether a connection to an address is allowed. */
export type AddressRule = (address: string) => boolean;

/** The addresses of a host name. */
export const lookUpByDns: LookupFunction = (hostname, options, callback) =>
  void dnsLookup(hostname, { ...options, order: 'verbatim' }, callback);

/** Restricts a lookup to the allowed addresses, so that only these are connected to. */
export function lookUpAllowed(lookUp: LookupFunction, isAllowed: AddressRule): LookupFunction {
  return (hostname, options, callback) =>
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = (typeof found === 'string' ? [] : found).filter(({ address }) => isAllowed(address));
      const [first] = addresses;
      if (!first) return callback(notAllowed(hostname), '');
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/** A connection to the host of a URL. The connected address is checked before a byte is sent. @throws OutgoingFailed */
export function guardedConnection(url: URL, lookup: LookupFunction, isAllowed: AddressRule): Socket {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) > 0 && !isAllowed(host)) throw notAllowed(host);
  const isTls = url.protocol === 'https:';
  const to = { host, port: Number(url.port) || (isTls ? 443 : 80), lookup };
  const socket = isTls ? connectTls({ ...to, ...(isIP(host) > 0 ? {} : { servername: host }) }) : connect(to);
  return socket.prependOnceListener('connect', () => {
    if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy(notAllowed(host));
  });
}

function notAllowed(host: string): OutgoingFailed {
  return new OutgoingFailed(`${host} is at no public address.`);
}
