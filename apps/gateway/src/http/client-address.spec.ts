import { describe, expect, it } from '@jest/globals';
import { clientAddressOf } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['64::ffff:203.0.113.7', '64:0:0:0::/64'],
    ['2001::2:3:4:5:6:7', '2001:0:2:3::/64'],
    ['2001::3:4:5:6:192.0.2.33', '2001:0:3:4::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s counts as %s', (ip, address) => {
    expect(clientAddressOf(ip)).toBe(address);
  });

  it.each([
    '127.0.0.1',
    '127.3.2.1',
    '::ffff:127.0.0.1',
    '::1',
    '0:0:0:0:0:0:0:1',
    '',
    'unknown',
    '1.2.3.4:5',
    undefined,
  ])('is none for %j', (ip) => {
    expect(clientAddressOf(ip)).toBeUndefined();
  });
});
