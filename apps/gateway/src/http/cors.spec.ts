import { describe, expect, it } from '@jest/globals';
import { Cors, type Further } from './cors.ts';

const NONE = new Map<string, Further>();

describe('the origins that may call', () => {
  it.each([undefined, 'https://a.test', 'https://a.test, http://localhost:5173', 'http://[::1]:3000'])(
    'may be %s',
    (configured) => expect(() => new Cors(configured, NONE)).not.toThrow(),
  );

  it.each([
    '*',
    'null',
    'a.test',
    'https://a.test/',
    'https://a.test/path',
    'https://A.test',
    'https://a.test:443',
    'https://*.a.test',
    'https://user@a.test',
    'file:///a',
    'https://a.test,,https://b.test',
    ',',
  ])('cannot be %s', (configured) => {
    expect(() => new Cors(configured, NONE)).toThrow(/^The environment is not usable\. CORS_ORIGINS: /);
  });

  it('are matched exactly', () => {
    const cors = new Cors('https://a.test', new Map([['/open', (origin) => origin === 'https://c.test']]));
    const asks = (
      origin?: string,
      method = 'OPTIONS',
      wanted: string | undefined = 'POST',
      url = '/',
    ): boolean =>
      cors.isPreflight({
        method,
        routeOptions: { url },
        headers: {
          ...(origin === undefined ? {} : { origin }),
          ...(wanted === undefined ? {} : { 'access-control-request-method': wanted }),
        },
      });
    expect(asks('https://a.test')).toBe(true);
    for (const other of [
      'http://a.test',
      'https://b.a.test',
      'https://a.test.evil.test',
      'null',
      '',
      undefined,
    ])
      expect(asks(other)).toBe(false);
    expect(asks('https://a.test', 'GET')).toBe(false);
    expect(asks('https://c.test')).toBe(false);
    expect(asks('https://c.test', 'OPTIONS', 'POST', '/open')).toBe(true);
    expect(asks('https://a.test', 'OPTIONS', 'POST', '/open')).toBe(true);
    expect(asks('https://b.test', 'OPTIONS', 'POST', '/open')).toBe(false);
  });
});
