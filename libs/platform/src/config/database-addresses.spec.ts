import { describe, expect, it } from '@jest/globals';
import { addressesIn } from './database-addresses.ts';

describe('the servers that an address names', () => {
  const cases: [string, string[]][] = [
    ['postgres://u:p@one:5432/db', ['postgres://u:p@one:5432/db']],
    [
      'postgresql://u:p%40%2C@one:5432,two,[::1]:6000/db?sslmode=verify-full&x=a,b',
      [
        'postgresql://u:p%40%2C@one:5432/db?sslmode=verify-full&x=a,b',
        'postgresql://u:p%40%2C@two/db?sslmode=verify-full&x=a,b',
        'postgresql://u:p%40%2C@[::1]:6000/db?sslmode=verify-full&x=a,b',
      ],
    ],
    ['postgres://u:a,b@c@one,two', ['postgres://u:a,b@c@one', 'postgres://u:a,b@c@two']],
    [
      'postgres://one,two?sslmode=require',
      ['postgres://one?sslmode=require', 'postgres://two?sslmode=require'],
    ],
    ['postgres://one,,two,/db', ['postgres://one/db', 'postgres://two/db']],
    ['postgres:///db?host=/tmp/a,b', ['postgres:///db?host=/tmp/a,b']],
  ];

  it.each(cases)('%s', (url, addresses) => {
    expect(addressesIn(url)).toEqual(addresses);
  });
});
