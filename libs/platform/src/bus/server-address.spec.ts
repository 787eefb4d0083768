import { describe, expect, it } from '@jest/globals';
import { serverAddress } from './server-address.ts';

describe('the address of NATS', () => {
  it('is a host and its port', () => {
    expect(serverAddress('nats://127.0.0.1:4222')).toEqual({ servers: ['127.0.0.1:4222'] });
    expect(serverAddress('nats://[::1]:4222')).toEqual({ servers: ['[::1]:4222'] });
  });

  it('may name the user, and several servers of a cluster', () => {
    expect(serverAddress('nats://app:p%40ss@a:4222, nats://b:4222')).toEqual({
      servers: ['a:4222', 'b:4222'],
      user: 'app',
      pass: 'p@ss',
    });
  });

  it('asks for encryption with tls://, and may name who signs the certificates', () => {
    expect(serverAddress('tls://app:p@a:4222')).toEqual({
      servers: ['a:4222'],
      user: 'app',
      pass: 'p',
      tls: { checkServerIdentity: expect.any(Function) },
    });
    expect(serverAddress('tls://a:4222,tls://b:4222', '/etc/ca.pem')).toEqual({
      servers: ['a:4222', 'b:4222'],
      tls: { caFile: '/etc/ca.pem', checkServerIdentity: expect.any(Function) },
    });
  });

  it('is encrypted for all servers, or for none', () => {
    expect(() => serverAddress('tls://app:hunter2@a:4222,nats://b:4222')).toThrow(
      /^NATS_URL: Expected either/,
    );
  });

  it.each(['', 'nonsense', 'http://app:hunter2@a:4222', 'nats://app:hunter2@', 'nats://app:hunter2@a:4222,'])(
    'is refused without being repeated when it is none (%#)',
    (text) => {
      expect(() => serverAddress(text)).toThrow(/NATS_URL/);
      expect(() => serverAddress(text)).not.toThrow(/hunter2/);
    },
  );
});
