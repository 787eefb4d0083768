import { describe, expect, it } from '@jest/globals';
import { isOwnHost } from './own-host.ts';

describe('the Host of a request', () => {
  it.each([
    ['localhost:9090', '10.0.0.5'],
    ['LOCALHOST', '10.0.0.5'],
    ['127.0.0.1:9090', '127.0.0.1'],
    ['[::1]:9090', '::1'],
    ['10.0.0.5:9090', '10.0.0.5'],
    ['10.0.0.5', '::ffff:10.0.0.5'],
    ['[fd00::5]:9090', 'fd00::5'],
    ['identity:9090', '10.0.0.5'],
    ['Metrics.example.test', '10.0.0.5'],
  ])('is its own: %s at %s', (host, localAddress) => {
    expect(isOwnHost(host, localAddress, ['identity', 'metrics.example.test'])).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.test:9090',
    'localhost.evil.test',
    '10.0.0.6:9090',
    'identity.evil.test',
    '127.0.0.1:9090:1',
    '::1',
    'user@localhost',
    'localhost, evil.test',
  ])('is another: %s', (host) => {
    expect(isOwnHost(host, '10.0.0.5', ['identity'])).toBe(false);
    expect(isOwnHost(host, undefined, ['identity'])).toBe(false);
  });
});
