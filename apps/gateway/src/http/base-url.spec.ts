import { describe, expect, it, jest } from '@jest/globals';
import { loadConfig } from '@pks/platform/process';
import { GatewayConfig } from '../gateway.config.ts';
import { assertBaseUrl, baseUrlOf, mcpUrlOf, metadataUrlOf, warnOfPages } from './base-url.ts';

const ENV = { CALLER_SECRET: 'x'.repeat(32), HOST: '127.0.0.1', PORT: '3000' };

function baseUrl(host: string | undefined, env: Record<string, string> = {}): string {
  const headers = host === undefined ? {} : { host };
  return baseUrlOf(loadConfig(GatewayConfig, { ...ENV, ...env }), { headers });
}

describe('the base URL', () => {
  it('is the configured one, whatever the request names', () => {
    const env = { PUBLIC_BASE_URL: 'https://eu.example.test/api/v1' };
    expect(baseUrl('elsewhere.test', env)).toBe('https://eu.example.test/api/v1');
  });

  it.each(['localhost:4000', 'example.test', '127.0.0.1:80', '[::1]:3000'])(
    'is the one that the client used: %s',
    (host) => {
      expect(baseUrl(host)).toBe(`http://${host}/api/v1`);
    },
  );

  it.each([
    undefined,
    '',
    'a b',
    'evil.test/path',
    'user@evil.test',
    'a"b',
    'evil.test:123456',
    '[::1',
    'a\\b',
  ])('is the address of this server for the host %j', (host) => {
    expect(baseUrl(host)).toBe('http://127.0.0.1:3000/api/v1');
  });
});

describe('in production, the base URL', () => {
  const check = (env: Record<string, string>) => () =>
    assertBaseUrl(loadConfig(GatewayConfig, { ...ENV, ...env }));

  it('has to be configured', () => {
    expect(check({ NODE_ENV: 'production' })).toThrow(/PUBLIC_BASE_URL: With NODE_ENV=production, set it/);
    expect(check({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://a.test/api/v1' })).not.toThrow();
  });

  it.each([{}, { NODE_ENV: '' }, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }])(
    'may be that of the request otherwise: %j',
    (env) => expect(check(env)).not.toThrow(),
  );

  it.each(['prod', 'Production', 'staging'])('is not avoided by another word: %s', (NODE_ENV) => {
    expect(() => loadConfig(GatewayConfig, { ...ENV, NODE_ENV })).toThrow(
      'NODE_ENV: Expected one of development, test, production.',
    );
  });
});

describe('a configured base URL', () => {
  it.each([
    'https://a.test/api/v1/',
    'ftp://a.test/api/v1',
    'a.test/api/v1',
    'https://a.test/api/v1?x=1',
    'https://a.test',
    'https://a.test/api',
    'https://a.test/api/v2',
    'https://a.test/apiapi/v1x',
    'https://',
  ])('cannot be %s', (url) => {
    expect(() => loadConfig(GatewayConfig, { ...ENV, PUBLIC_BASE_URL: url })).toThrow('PUBLIC_BASE_URL');
  });
});

describe('web pages below a path', () => {
  const warnedOf = (env: Readonly<Record<string, string>>): number => {
    const warn = jest.fn();
    warnOfPages(loadConfig(GatewayConfig, { ...ENV, ...env }), { warn });
    return warn.mock.calls.length;
  };

  it('are warned of', () => {
    expect(warnedOf({ PUBLIC_BASE_URL: 'https://example.test/knowledge/api/v1' })).toBe(1);
  });

  it.each([
    ['at the root of a host', { PUBLIC_BASE_URL: 'https://example.test/api/v1' }],
    ['at no configured address', {}],
    ['not served', { PUBLIC_BASE_URL: 'https://example.test/knowledge/api/v1', CONSOLE: 'off' }],
  ])('are not warned of where they are %s', (_where, env) => {
    expect(warnedOf(env)).toBe(0);
  });
});

describe('the address of /mcp', () => {
  it.each([
    ['https://eu.example.test/api/v1', 'https://eu.example.test/mcp'],
    ['https://example.test/knowledge/api/v1', 'https://example.test/knowledge/mcp'],
  ])('is beside the API: %s', (PUBLIC_BASE_URL, address) => {
    const config = loadConfig(GatewayConfig, { ...ENV, PUBLIC_BASE_URL });
    expect(mcpUrlOf(config, { headers: {} })).toBe(address);
  });

  it('is in the path of its metadata', () => {
    expect(metadataUrlOf('https://example.test/knowledge/mcp')).toBe(
      'https://example.test/.well-known/oauth-protected-resource/knowledge/mcp',
    );
  });
});
