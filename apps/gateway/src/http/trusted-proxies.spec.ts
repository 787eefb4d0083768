import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { trustedProxies } from './trusted-proxies.ts';

const FORWARDED = '198.51.100.9, 203.0.113.7, 10.0.0.2';

/** The client's address as the gateway sees it behind the configured proxies. */
async function seen(configured: string | undefined, remoteAddress = '10.0.0.1'): Promise<string> {
  const server = fastify({ trustProxy: trustedProxies(configured) });
  server.get('/', (request) => request.ip);
  const headers = { 'x-forwarded-for': FORWARDED };
  const { body } = await server.inject({ url: '/', remoteAddress, headers });
  return body;
}

describe('the trusted proxies', () => {
  it.each(['10.0.0.0/8', '10.0.0.1, 2001:db8::/32', '10.0.0.1/32', '::1/128', '::1', '1'])(
    'may be %s',
    (configured) => {
      expect(() => trustedProxies(configured)).not.toThrow();
    },
  );

  it('are named one by one, without the white space around them', () => {
    expect(() => trustedProxies('10.0.0.1, a/8 ,b/8')).toThrow('"a/8" is no address');
  });

  it.each([
    '1.2.3',
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.1,',
    '10.0.0.0/8/8',
    '1.2.3.4/',
  ])('are named by their variable when they are %s', (configured) => {
    expect(() => trustedProxies(configured)).toThrow(
      /^The environment is not usable\. TRUST_PROXY: "[^"]*" is no address and no network\.$/,
    );
  });
});

describe('the address of a client', () => {
  it('is that of its connection, whatever the headers say, when no proxy is trusted', async () => {
    expect(await seen(undefined)).toBe('10.0.0.1');
  });

  it('is what the outermost of that many proxies saw', async () => {
    expect(await seen('1')).toBe('10.0.0.2');
    expect(await seen('2')).toBe('203.0.113.7');
    expect(await seen('9')).toBe('198.51.100.9');
  });

  it('is the first address that is not a trusted proxy', async () => {
    expect(await seen('10.0.0.0/8')).toBe('203.0.113.7');
    expect(await seen('10.0.0.1, 10.0.0.2')).toBe('203.0.113.7');
    expect(await seen('10.0.0.0/8', '192.0.2.1')).toBe('192.0.2.1');
  });
});
