import { once } from 'node:events';
import { type AddressInfo, type LookupFunction, type Server, type Socket, createServer } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { guardedConnection, lookUpAllowed, lookUpByDns } from './guarded-connection.ts';
import { OutgoingFailed } from './outgoing-failed.ts';
import { isPublicAddress } from './public-addresses.ts';

const PUBLIC = { address: '1.1.1.1', family: 4 };
const PRIVATE = { address: '10.0.0.1', family: 4 };

/** Finds the next of the given lists of addresses at each lookup. */
function finding(...answers: readonly (readonly LookupAddress[])[]): LookupFunction {
  const left = [...answers];
  return (_hostname, _options, callback) => callback(null, [...(left.shift() ?? [])]);
}

/** The addresses to which a connection would be made. */
function lookedUp(lookup: LookupFunction, options: { readonly all?: boolean } = { all: true }) {
  return new Promise((resolve, reject) =>
    lookup('host.example', options, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

describe('a lookup of allowed addresses', () => {
  it('finds those alone', async () => {
    const lookup = lookUpAllowed(finding([PRIVATE, PUBLIC], [PRIVATE, PUBLIC]), isPublicAddress);
    expect(await lookedUp(lookup)).toEqual([PUBLIC]);
    expect(await lookedUp(lookup, {})).toBe('1.1.1.1');
  });

  it.each([[[PRIVATE]], [[{ address: '::ffff:1.1.1.1', family: 6 }]], [[]]])(
    'fails where there is none: %j',
    (found) =>
      expect(lookedUp(lookUpAllowed(finding(found), isPublicAddress))).rejects.toThrow(OutgoingFailed),
  );

  it('looks again at what it finds: a name that was public and is private now is refused', async () => {
    const lookup = lookUpAllowed(finding([PUBLIC], [PRIVATE]), isPublicAddress);
    expect(await lookedUp(lookup)).toEqual([PUBLIC]);
    await expect(lookedUp(lookup)).rejects.toThrow('host.example is at no public address.');
  });
});

describe('a guarded connection', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let received: string;
  const urlOf = (host: string, protocol = 'http') =>
    new URL(`${protocol}://${host}:${(server.address() as AddressInfo).port}/`);

  beforeEach(async () => {
    received = '';
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.on('data', (data) => {
        received += String(data);
        socket.destroy();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['http', 'https'])(
    'of %s is closed before a byte is sent when it has another end',
    async (protocol) => {
      const accepted = once(server, 'connection');
      const lookup: LookupFunction = (_hostname, _options, callback) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      const socket = guardedConnection(urlOf('host.example', protocol), lookup, isPublicAddress);
      const errors: Error[] = [];
      socket.on('error', (error) => errors.push(error)).write('secret');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const [other] = (await accepted) as [Socket];
      await closed;
      if (!other.closed) await once(other, 'close');
      expect(errors).toEqual([new OutgoingFailed('host.example is at no public address.')]);
      expect(received).toBe('');
    },
  );

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'is not begun to an address in a URL: %s',
    (host) =>
      expect(() => guardedConnection(urlOf(host), lookUpByDns, isPublicAddress)).toThrow(OutgoingFailed),
  );
});
